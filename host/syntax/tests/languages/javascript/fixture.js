#!/usr/bin/env node
// Each kind of declaration of JavaScript. Words here are text: Seat, in_comment.

import Default, { named as renamed, plain } from "./in_string.js";
import * as everything from "./other.js";
export { plain as exported, renamed };
export * from "./in_string.js";

/* in_comment */
const LIMIT = 3;
let counter = 0;
var legacy = "in_string", second;
export const shared = { key: 1, method() {}, arrow: () => {}, value: function () {}, plain };
const { left, right: aliased, deep: { inner }, preset = 1, ...others } = shared;
const [head, , tail = 2, ...rest] = [1, 2, 3];
const arrow = (parameter) => parameter + 1;
const older = function namedExpression() {};
const Anonymous = class {};
const Named = class Inside {};
const required = require("fs");

function plainFunction(first, { destructured }, ...more) {
  const local = first;
  const helper = () => local;
  let unused = 1;
  function nested() {}
  label: for (const item of more) {
    continue label;
  }
  return helper(nested);
}

async function* generator() {
  yield 1;
}

export default class Seat extends Default {
  static count = 0;
  #secret = 1;
  row;
  "quoted-name" = 2;
  handler = () => this.#secret;
  static #hidden() {}

  constructor(row) {
    super(row);
    this.row = row;
    this.callback = function () {};
  }

  get number() {
    return this.#secret;
  }

  set number(value) {}

  async *walk() {}

  [Symbol.iterator]() {}

  static {
    const inBlock = 1;
  }
}

class Other {}

exports.api = function () {};
Seat.prototype.moved = () => {};
module.exports = { Other };
counter = 2;

if (counter) {
  const inIf = 1;
  function inBlockFunction() {}
}

for (let index = 0; index < 3; index++) {}

const element = <Seat row={counter} title="in_string">{arrow(1)} text</Seat>;
const template = `in_string ${counter}`;
const pattern = /in_string/;

(function () {
  var hidden = 1;
})();
