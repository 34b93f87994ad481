import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "../servers/listen";
import { createFakeNames } from "./fake-names";
import { createFakePrivy } from "./fake-privy";

/** The fault of the next request to an endpoint (`POST /privy/v1/users`). */
export type Fault =
  | { at: string; status: number; headers?: Record<string, string>; body?: string }
  /** `worked`: processes the request, then drops the connection. The others never respond. */
  | { at: string; cut: "worked" | "silent" | "after headers" };

/** Privy, X and the Farcaster name registry on a separate port. */
export async function startWalletVendors() {
  const privy = createFakePrivy();
  const names = createFakeNames();
  const requests: string[] = [];
  const faults: Fault[] = [];

  async function answer(url: URL, request: IncomingMessage, body: string) {
    const [, vendor, path = "/"] = /^\/(privy|x|names)(\/.*)$/.exec(url.pathname) ?? [];
    if (vendor === "privy") return privy.answer(path, request, body);
    if (vendor === "x") return names.answerX(path, request);
    return names.answerRegistry(url.searchParams.get("name") ?? "");
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const body = await text(request);
    const place = `${request.method} ${url.pathname}`;
    requests.push(place);
    const index = faults.findIndex(({ at }) => at === place);
    const [fault] = index === -1 ? [] : faults.splice(index, 1);
    if (fault === undefined) {
      const { status, json } = await answer(url, request, body);
      send(response, status, JSON.stringify(json));
    } else if ("status" in fault) {
      send(response, fault.status, fault.body ?? "{}", fault.headers);
    } else if (fault.cut === "worked") {
      await answer(url, request, body);
      response.destroy();
    } else if (fault.cut === "after headers") {
      response.writeHead(200, { "content-type": "application/json" }).write("{");
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => response.destroy(error));
  });
  const { origin } = await listen(server);

  return {
    privyUrl: `${origin}/privy`,
    xUrl: `${origin}/x`,
    farcasterNamesUrl: `${origin}/names`,
    privy,
    names,
    requests,
    faults,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}
