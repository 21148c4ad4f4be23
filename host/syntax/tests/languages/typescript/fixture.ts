// Each kind of declaration of TypeScript. Words here are text: Seat, in_comment.

import type { Imported } from "./in_string";
import legacy = require("in_string");
export { Imported as Exported } from "./other";

export const LIMIT: number = 3;
let counter = 0, second: string;
var older;
const { left, right: aliased } = make();
const [head, ...rest] = list;
export const arrow = <T>(parameter: T): T => parameter;

export interface Shape<T> extends Base<T> {
  readonly kind: "in_string";
  optional?: number;
  method(argument: string): void;
  callback: (event: Event) => void;
  get size(): number;
  new (value: T): Shape<T>;
  [index: string]: unknown;
}

type Alias = Shape<number> | { inline: string };
export type Mapped<T> = { [K in keyof T]: T[K] };

enum Color {
  Red,
  Green = "in_string",
  "quoted",
}
declare const enum Flags {
  None = 0,
}

namespace Outer {
  export const inside = 1;
  export namespace Inner {}
}
namespace Dotted.Path {}
declare module Ambient {
  function inAmbient(): void;
}
declare module "in_string" {
  export let quoted: number;
}
declare global {
  interface Window {
    extra: string;
  }
}
declare function declared(x: number): void;
declare let ambient: number;

function overloaded(value: string): void;
function overloaded(value: number): void;
function overloaded(value: any): void {
  const local = value;
  type LocalType = string;
  const helper = () => local;
}

@Component({ selector: "in_string" })
export class Seat<T> extends Base<T> implements Shape<T> {
  static count = 0;
  private readonly row: number;
  protected maybe?: string;
  declare given: number;
  #secret!: string;
  @Input() decorated: string;
  @Output name = 1;
  handler = async () => {};

  constructor(private service: Service, public readonly title = "x", readonly id: number, plain: string) {
    super();
    this.row = 1;
  }

  method<U>(argument: U): asserts argument is U {}
  get number(): number { return 1; }
  set number(value) {}
  private async *walk(): AsyncGenerator<number> {}
  overloadedMethod(a: string): void;
  overloadedMethod(a: any) {}
  #privateMethod() {}
}

export abstract class Abstract {
  abstract missing(): void;
  abstract field: string;
  accessor modern = 1;
}

export default function main(this: Window, parameter: Seat<number>): parameter is Seat<string> {
  const seat = parameter as Seat<string>;
  let typed: Color = Color.Red;
  return seat!.number;
}

export = legacy;
declare class Ambient2 {
  constructor(row: number);
}
