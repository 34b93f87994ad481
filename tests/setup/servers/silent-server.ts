import { createServer, type Socket } from "node:net";
import { listen } from "./listen";

/** A TCP server that accepts every connection, reads what it is sent and never answers. */
export async function startSilentServer(): Promise<{
  port: number;
  /** For HTTP clients. */
  url: string;
  connections(): number;
  stop(): Promise<void>;
}> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.resume();
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  });
  const { port, origin } = await listen(server);
  return {
    port,
    url: origin,
    connections: () => connections,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
