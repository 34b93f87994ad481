import { randomInt } from "node:crypto";

/** A unique caller: rate limits of one test never affect another. */
export function newCaller(): string {
  return `203.${randomInt(0, 256)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
}
