import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { sampleCode } from "@/components/docs/samples/samples";
import { STREAM_DOCS } from "@/lib/features/stream/docs";
import { POLICIES } from "@/lib/indexer/polling/policy";

/** A connection of a browser, without a network. */
class Connection extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: Connection[] = [];
  readyState = 0;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    Connection.opened.push(this);
  }

  /** Ends the connection: for good after a response that is not 200, otherwise for now. */
  fail(readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }
}

describe("the documentation of the stream", () => {
  it("names how far back a client can resume", () => {
    const blocks = POLICIES.real.keepBlocks.toLocaleString("en");
    expect(STREAM_DOCS.streamMarket.description).toContain(`${blocks} blocks back`);
  });

  it("has a browser example that reconnects after a rejection, behind its last event", () => {
    const pauses: number[] = [];
    runInNewContext(sampleCode("streamBrowser", "https://pad.example", "base-sepolia"), {
      EventSource: Connection,
      console: { log: () => undefined },
      setTimeout: (connect: () => void, ms: number) => {
        pauses.push(ms);
        connect();
      },
    });
    const urls = () => Connection.opened.map(({ url }) => url);
    const stream = "https://pad.example/v1/base-sepolia/stream";
    expect(urls()).toEqual([stream]);
    Connection.opened[0]?.fail(Connection.CLOSED);
    expect(urls()).toEqual([stream, stream]);
    const data = JSON.stringify({ type: "buy", amountETH: "1", tokenAddress: "0x" });
    const trade = new MessageEvent("trade", { data, lastEventId: "12-3-5bc1f0a2" });
    Connection.opened[1]?.dispatchEvent(trade);
    // The browser reconnects by itself.
    Connection.opened[1]?.fail(0);
    expect(urls()).toHaveLength(2);
    Connection.opened[1]?.fail(Connection.CLOSED);
    expect(urls()).toEqual([stream, stream, `${stream}?lastEventId=12-3-5bc1f0a2`]);
    expect(pauses).toEqual([5_000, 5_000]);
  });
});
