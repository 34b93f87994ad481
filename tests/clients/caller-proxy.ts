import { createServer, request } from "node:http";
import { listen } from "../setup/servers/listen";

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
  const { origin } = await listen(server);
  return {
    baseUrl: origin,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
