// Prints what a model saw of toolhost: how its tool was declared, and what the result of the call looked like.
//
//   node seen.mjs AGENT REQUESTS_FILE

import { readFileSync } from "node:fs";

const [agent, file] = process.argv.slice(2);
const lines = readFileSync(file, "utf8").trim().split("\n");
const requests = lines.map((line) => JSON.parse(line).body);

const declared = requests.flatMap(({ tools = [] }) => tools.flatMap(flatten)).find(isOurs);
const result = requests.flatMap(results).at(-1);
if (!declared || result === undefined) {
  console.log(`${agent}: its model never saw ${declared ? "a result" : "the tool"}`);
  process.exit(1);
}
const { name, description, parameters, input_schema: schema = parameters } = declared;
console.log(`${agent}: the tool is ${name}, with ${Object.keys(schema.properties).join(", ")}`);
console.log(indent(description));
const text = typeof result === "string" ? result : JSON.stringify(result, null, 1);
console.log(`${agent}: the result has ${text.length} characters, about ${Math.ceil(text.length / 4)} tokens`);
console.log(indent(text.length > 1200 ? `${text.slice(0, 600)}\n[…]\n${text.slice(-600)}` : text));

// A namespace holds tools.
function flatten(tool) {
  if (tool.type !== "namespace") return [tool];
  return tool.tools.map((inner) => ({ ...inner, name: `${tool.name}.${inner.name}` }));
}

function isOurs({ name }) {
  return /toolhost.*exec_command$/.test(name ?? "");
}

function results({ input, messages = [] }) {
  if (Array.isArray(input)) {
    return input.filter(({ type }) => type === "function_call_output").map(({ output }) => output);
  }
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return parts.filter(({ type }) => type === "tool_result").map(({ content }) => content);
}

function indent(text) {
  return text.replace(/^/gm, "    ");
}
