import "@/lib/shared/guard-fetch";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callProvider } from "@/lib/drivers/ipfs/call-provider";
import { joinSignals, timeoutSignal } from "@/lib/shared/abort";
import { callSignal, duringRequest } from "@/lib/support/calls/dependency";
import { listen } from "../../setup/servers/listen";
import { whileCollecting } from "../../setup/while-collecting";

const LIMIT_MS = 300;

/** Answers headers and one byte, then nothing. */
const server = createServer((_request, response) => {
  response.writeHead(200).write("x");
});
let url: URL;
beforeAll(async () => {
  url = new URL((await listen(server)).origin);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const aborted = (signal: AbortSignal) =>
  new Promise<string>((resolve) => {
    signal.addEventListener("abort", () => resolve(String(signal.reason)), { once: true });
  });

describe("time limits while garbage is collected", () => {
  it("abort a signal that combines others", async () => {
    const reason = whileCollecting(aborted(AbortSignal.any([timeoutSignal(LIMIT_MS)])));
    expect(await reason).toContain("TimeoutError");
  });

  it("abort the call of a request", async () => {
    const during = () => aborted(callSignal(LIMIT_MS));
    expect(await whileCollecting(duringRequest(10_000, during))).toContain("TimeoutError");
  });

  it("end a response whose body does not arrive", async () => {
    const calls = Array.from({ length: 8 }, () =>
      callProvider({
        name: "The gateway",
        url,
        method: "GET" as const,
        headers: {},
        bytesMax: 1_000,
        timeoutMs: LIMIT_MS,
      }).catch((error: unknown) => String(error)),
    );
    expect(new Set(await whileCollecting(Promise.all(calls)))).toEqual(
      new Set(["IpfsUnavailableError: The gateway did not answer (TimeoutError)"]),
    );
  });
});

describe("joined signals", () => {
  it("abort with the reason of the first one, also if it has aborted before", () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const { signal } = joinSignals([first.signal, second.signal]);
    const reason = new Error("second");
    second.abort(reason);
    first.abort(new Error("first"));
    expect(signal.reason).toBe(reason);
    expect(joinSignals([new AbortController().signal, second.signal]).signal.reason).toBe(reason);
  });

  it("abort no longer after their release", () => {
    const source = new AbortController();
    const { signal, release } = joinSignals([source.signal]);
    release();
    source.abort();
    expect(signal.aborted).toBe(false);
  });
});
