import { once } from "node:events";
import { createServer, connect as openSocket, type Socket } from "node:net";
import { listen } from "./listen";

/** A TCP proxy to the server of a URL that can stop forwarding, as if the server were suspended. */
export async function startFreezingProxy(target: string): Promise<{
  /** The same URL through the proxy. */
  url: string;
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}> {
  const url = new URL(target);
  const { port, hostname } = url;
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    if (isFrozen) from.pause();
    from.on("data", (bytes) => to.write(bytes));
    from.on("error", () => undefined);
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const proxy = createServer((client) => {
    const server = openSocket(Number(port), hostname);
    join(client, server);
    join(server, client);
  });
  url.port = String((await listen(proxy)).port);
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
