import type { IncomingMessage, RequestListener } from "node:http";

/** Requests of one connection that wait for their turn. More are an attack: each occupies memory. */
const WAITING_MAX = 16;

/**
 * Passes a request on when the responses before it on its connection have been sent. Clients may send
 * many requests at once; Node would start all of them, and it never closes a response whose turn does
 * not come because its client disconnects: whatever it holds would never be freed.
 */
export function inTurn(start: RequestListener): RequestListener {
  const waiting = new WeakMap<IncomingMessage["socket"], number>();
  return (request, response) => {
    if (response.socket !== null) {
      start(request, response);
      return;
    }
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > WAITING_MAX) {
      socket.destroy();
      return;
    }
    waiting.set(socket, count);
    response.once("socket", () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      // Node is still assigning the connection to the response.
      process.nextTick(() => {
        if (response.destroyed) return;
        // The connection still has the time limit of the response before, `limitStall`.
        socket.setTimeout(0);
        start(request, response);
      });
    });
  };
}
