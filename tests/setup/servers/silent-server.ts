import { createServer, type Socket } from "node:net";

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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    connections: () => connections,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
