import { createServer, request } from "node:http";

/** A reverse proxy in front of a launchpad that reports one caller address, like an operator's proxy. */
export async function startCallerProxy(target: string, caller: string) {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, "x-forwarded-for": caller };
    const { method, url } = incoming;
    const forwarded = request(`${target}${url}`, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.once("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
