import { createClient, type StreamOptions } from "@slipway-launchpad/client";
import { expect, it } from "vitest";
import { STREAM_DOCS } from "@/lib/features/stream/docs";
import { hurryTimeouts } from "../../setup/hurry-timeouts";

const { event, data } = STREAM_DOCS.streamMarket.examples.response;
const BLOCKS = [
  `id: 1\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
  "id: 2\nevent: halted\ndata: {}\n\n",
].join("");
const problem = new Error("a mistake in a callback");

/** Reads a stream that ends after two events until it throws, at most ten events. */
async function read(options: StreamOptions) {
  let connections = 0;
  const client = createClient({
    baseUrl: "http://localhost",
    fetch: async () => {
      connections += 1;
      if (connections === 1) throw new TypeError("fetch failed");
      return new Response(BLOCKS, { headers: { "Content-Type": "text/event-stream" } });
    },
  });
  const ids: string[] = [];
  const failure = await (async () => {
    for await (const { id } of client.streamMarket("base", options)) {
      if (ids.push(id) === 10) return null;
    }
    return null;
  })().catch((error: unknown) => error);
  return { failure, ids, connections };
}

it.each([
  ["onConnection", { onConnection: (isOpen) => fail(isOpen) }, []],
  ["onPosition", { onPosition: () => fail(true) }, ["1"]],
  ["onUnreadable", { onUnreadable: () => fail(true) }, ["1"]],
] as const satisfies [string, StreamOptions, string[]][])(
  "an error of %s ends the stream",
  async (_, options, expected) => {
    hurryTimeouts();
    const { failure, ids, connections } = await read(options);
    expect(failure).toBe(problem);
    expect(ids).toEqual(expected);
    expect(connections).toBe(2);
  },
);

it("connects again after errors of the connection, and reports each change", async () => {
  hurryTimeouts();
  const changes: boolean[] = [];
  const { failure, ids } = await read({ onConnection: (isOpen) => changes.push(isOpen) });
  expect(failure).toBe(null);
  expect(ids).toHaveLength(10);
  expect(changes.slice(0, 4)).toEqual([false, true, false, true]);
});

function fail(isNow: boolean): void {
  if (isNow) throw problem;
}
