import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { createDispatch } from "@/lib/http/dispatch";
import { listen } from "../../setup/servers/listen";

type Inner = (request: IncomingMessage, response: ServerResponse, receivedBytes: number) => void;

let server: ReturnType<typeof createServer> | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server whose requests are dispatched to `inner`; `act` does so for one outer request. */
async function serve(inner: Inner, act: (send: typeof fetch) => Promise<unknown>): Promise<string> {
  const dispatch = createDispatch(inner);
  server = createServer((request, response) => {
    act(dispatch({ request, response, bytes: 7 })).then(
      (result) => response.end(JSON.stringify(result)),
      (error: unknown) => response.end(JSON.stringify({ error: String(error) })),
    );
  });
  return (await listen(server)).origin;
}

describe("a request that is dispatched within the server", () => {
  it("has address, host and proxy headers of the outer caller, and none of its cookies", async () => {
    const url = await serve(
      async (request, response, receivedBytes) => {
        const body = await text(request);
        const { method, headers, socket } = request;
        const seen = { method, url: request.url, headers, body, receivedBytes };
        response.writeHead(201, ["X-One", "1", "X-One", "2"]);
        response.end(JSON.stringify({ ...seen, address: socket.remoteAddress }));
      },
      async (send) => {
        const response = await send("https://launch.example/a/b?c=d", {
          method: "POST",
          headers: { "Content-Type": "text/x", "X-Forwarded-For": "1.1.1.1", Via: "forged" },
          body: "hello",
        });
        const { status, headers } = response;
        return { status, one: headers.get("x-one"), seen: await response.json() };
      },
    );
    const headers = {
      cookie: "session=1",
      origin: "https://a.example",
      "x-forwarded-for": "2.2.2.2",
      "cf-ipcountry": "NZ",
      authorization: "Bearer secret",
    };
    const answer: unknown = await (await fetch(url, { headers })).json();
    expect(answer).toMatchObject({
      status: 201,
      one: "1, 2",
      seen: {
        method: "POST",
        url: "/a/b?c=d",
        body: "hello",
        receivedBytes: 7,
        address: "127.0.0.1",
        headers: {
          "content-type": "text/x",
          "content-length": "5",
          "x-forwarded-for": "2.2.2.2",
          "cf-ipcountry": "NZ",
          host: new URL(url).host,
        },
      },
    });
    for (const name of ["cookie", "origin", "via", "authorization"]) {
      expect(answer).not.toHaveProperty(["seen", "headers", name]);
    }
  });

  it("receives bodies of any bytes, and none with 204 and 304", async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 256));
    const url = await serve(
      (request, response) => {
        const status = Number(request.url?.slice(1));
        response.writeHead(status, ["Content-Type", "image/png"]).end(status === 200 ? bytes : "");
      },
      async (send) => {
        const whole = await (await send("http://x/200")).arrayBuffer();
        const others = await Promise.all([send("http://x/204"), send("http://x/304")]);
        return {
          isEqual: Buffer.from(whole).equals(bytes),
          statuses: others.map(({ status }) => status),
        };
      },
    );
    expect(await (await fetch(url)).json()).toEqual({ isEqual: true, statuses: [204, 304] });
  });

  it("ends when its signal aborts", async () => {
    const enough = new AbortController();
    let isClosed = false;
    const url = await serve(
      (_, response) => {
        response.once("close", () => {
          isClosed = true;
        });
        enough.abort(new Error("enough"));
      },
      (send) => send("http://x/", { signal: enough.signal }),
    );
    const answer: unknown = await (await fetch(url)).json();
    expect(answer).toEqual({ error: "Error: enough" });
    expect(isClosed).toBe(true);
  });
});
