import { createServer } from "node:http";
import { z } from "zod";

/**
 * Only `node:http`, in its own process: responds to every request with the status, headers and body
 * that its parent sent last. The upper bound for any server.
 */
const answer = z.object({ headers: z.array(z.string()), body: z.string() });
let headers: string[] = [];
let body = Buffer.alloc(0);

process.on("message", (message) => {
  const next = answer.parse(message);
  headers = next.headers;
  body = Buffer.from(next.body, "base64");
  process.send?.("taken");
});
process.once("disconnect", () => process.exit(0));

const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.send?.(address.port);
});
