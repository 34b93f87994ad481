import { once } from "node:events";
import type { Server } from "node:net";

/** Starts a server on a free port of this machine. `origin` is for servers that answer HTTP. */
export async function listen(server: Server): Promise<{ port: number; origin: string }> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return { port: address.port, origin: `http://127.0.0.1:${address.port}` };
}
