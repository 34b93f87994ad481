import type { ServerResponse } from "node:http";

/** Starts work for a caller now, or when enough of its earlier work has been answered. */
export type TakeTurns = (caller: string, response: ServerResponse, start: () => void) => void;

/**
 * Works on at most `perCaller` requests of a caller at a time; its others wait in order. What
 * renders on the server's only thread delays everyone, so one caller must not fill it.
 */
export function createTurns(perCaller: number): TakeTurns {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();

  return (caller, response, start) => {
    const line = lines.get(caller) ?? { running: 0, waiting: [] };
    lines.set(caller, line);
    const begin = () => {
      line.running += 1;
      response.once("close", () => {
        line.running -= 1;
        line.waiting.shift()?.();
        if (line.running === 0) lines.delete(caller);
      });
      start();
    };
    if (line.running < perCaller) return begin();
    line.waiting.push(begin);
    response.once("close", () => {
      const at = line.waiting.indexOf(begin);
      if (at >= 0) line.waiting.splice(at, 1);
    });
  };
}
