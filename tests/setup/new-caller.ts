import { randomInt } from "node:crypto";

/** A caller nobody else is: rate limits of one test never touch another. */
export function newCaller(): string {
  return `203.${randomInt(0, 256)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
}
