import type { ClientRequest } from "node:http";

/**
 * Calls `fail` when a request of node:http fails, or closes without a response. Use it instead of a
 * listener for `error`: a server that answers 101 although nobody asked for another protocol causes
 * neither `response` nor `error`, and a promise that waits for them never settles.
 * @param request its caller also listens for `response`
 */
export function onNoResponse(request: ClientRequest, fail: (error: Error) => void): void {
  let hasResponse = false;
  request.once("response", () => {
    hasResponse = true;
  });
  request.on("error", fail);
  request.once("close", () => {
    if (!hasResponse) fail(new Error("the connection was closed without a response"));
  });
}
