import type { ServerResponse } from "node:http";

const STALLED_MS = 30_000;

/**
 * Closes the connection when its reader receives nothing for a while: a response that is never read
 * would hold memory, and a slot, for ever. Node ends the timeout with the response.
 * The response has its connection: `inTurn` starts a pipelined one when the one before has ended.
 */
export function limitStall(response: ServerResponse, stalledMs = STALLED_MS): void {
  response.socket?.setTimeout(stalledMs);
}
