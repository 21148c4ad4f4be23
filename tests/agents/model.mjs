// A model of one idea: it calls toolhost's `exec_command` once and then says what it saw. It speaks the two APIs that
// the agents under test speak, and writes every request that it got to a file, one JSON object a line.
//
//   node model.mjs REQUESTS_FILE ARGUMENTS      prints its port; ARGUMENTS is the JSON that the tool is called with

import { appendFileSync } from "node:fs";
import { createServer } from "node:http";

const [requests, args] = process.argv.slice(2);
const MAX_BODY = 16 << 20;

createServer(async (request, response) => {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) return response.writeHead(413).end();
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString();
  const path = new URL(request.url, "http://model").pathname;
  const api = APIS[`${request.method} ${path}`];
  if (!api) return response.writeHead(404, { "content-type": "application/json" }).end("{}");
  const body = JSON.parse(text);
  appendFileSync(requests, `${JSON.stringify({ path, body })}\n`);
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of api(body)) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}).listen(0, "127.0.0.1", function () {
  console.log(this.address().port);
});

const APIS = {
  "POST /v1/responses": responses,
  "POST /v1/messages": messages,
};

// The Responses API of OpenAI. Tools of an MCP server come as a namespace.
function* responses(body) {
  const answered = body.input.some((item) => item.type === "function_call_output");
  const namespace = body.tools?.find((tool) => tool.type === "namespace" && tool.name.includes("toolhost"));
  const id = "resp_1";
  yield { type: "response.created", response: { id } };
  const call = {
    type: "function_call",
    id: "fc_1",
    call_id: "call_1",
    namespace: namespace?.name,
    name: "exec_command",
    arguments: args,
  };
  const done = { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "Seen." }] };
  yield { type: "response.output_item.done", output_index: 0, item: namespace && !answered ? call : done };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  yield { type: "response.completed", response: { id, usage } };
}

// The Messages API of Anthropic.
function* messages(body) {
  const answered = body.messages.some(
    ({ content }) => Array.isArray(content) && content.some((part) => part.type === "tool_result"),
  );
  const tool = body.tools?.find(({ name }) => /toolhost.*exec_command$/.test(name));
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "msg_1", type: "message", role: "assistant", model: body.model, content: [], usage };
  yield { type: "message_start", message };
  if (tool && !answered) {
    const block = { type: "tool_use", id: "toolu_1", name: tool.name, input: {} };
    yield { type: "content_block_start", index: 0, content_block: block };
    yield { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: args } };
  } else {
    yield { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
    yield { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Seen." } };
  }
  yield { type: "content_block_stop", index: 0 };
  const stop = tool && !answered ? "tool_use" : "end_turn";
  yield { type: "message_delta", delta: { stop_reason: stop, stop_sequence: null }, usage };
  yield { type: "message_stop" };
}
