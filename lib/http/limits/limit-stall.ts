import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

const STALLED_MS = 30_000;

/**
 * Closes the connection when its reader receives nothing for a while: a response that is never read
 * would hold memory, and a slot, for ever. Node ends the timeout with the response.
 */
export function limitStall(response: ServerResponse, stalledMs = STALLED_MS): void {
  const { socket } = response;
  if (socket !== null) socket.setTimeout(stalledMs);
  // A pipelined response gets its connection when the one before has ended.
  else response.once("socket", (given: Socket) => given.setTimeout(stalledMs));
}
