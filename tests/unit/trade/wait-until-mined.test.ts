import {
  createPublicClient,
  custom,
  encodeFunctionData,
  HttpRequestError,
  numberToHex,
  parseAbi,
  RpcRequestError,
} from "viem";
import { describe, expect, it } from "vitest";
import { explainTradeError } from "@/lib/web/trade/explain-trade-error";
import { type NonceSlot, nonceSlotOf } from "@/lib/web/trade/run/nonce-slot";
import { outcomeOf } from "@/lib/web/trade/run/outcome-of";
import { waitUntilMined } from "@/lib/web/trade/run/wait-until-mined";
import { TradeError } from "@/lib/web/trade/trade-error";

const URL = "https://launch.example.com/rpc/base";
const ACCOUNT = "0x1111111111111111111111111111111111111111";
const ROUTER = "0x2222222222222222222222222222222222222222";
const SENT = `0x${"aa".repeat(32)}` as const;
const OTHER = `0x${"bb".repeat(32)}` as const;
const input = encodeFunctionData({
  abi: parseAbi(["function execute(uint256 amount)"]),
  args: [7n],
});

type Mined = { hash: `0x${string}`; block: number; input: `0x${string}`; status?: "0x0" | "0x1" };

/**
 * A node at block 100 where the account has sent 5 transactions before this one. It knows `pending`
 * ones by hash, and `mined` ones in their blocks.
 */
function nodeWith(facts: { pending?: boolean; mined?: Mined }) {
  const state = { ...facts, requests: [] as string[], failures: new Map<string, Error[]>() };
  const head = 100;
  const transaction = (hash: string, data: string, blockNumber: number | null) => ({
    hash,
    from: ACCOUNT,
    to: ROUTER,
    nonce: "0x5",
    value: "0x1",
    input: data,
    blockNumber: blockNumber === null ? null : numberToHex(blockNumber),
    type: "0x2",
    gas: "0x1",
  });
  const reader = createPublicClient({
    cacheTime: 0,
    transport: custom(
      {
        async request({ method, params = [] }: { method: string; params?: string[] }) {
          state.requests.push(method);
          const failure = state.failures.get(method)?.shift();
          if (failure !== undefined) throw failure;
          const { mined, pending } = state;
          const [first = "", second = ""] = params;
          switch (method) {
            case "eth_blockNumber":
              return numberToHex(head);
            case "eth_getTransactionReceipt":
              return mined?.hash === first
                ? {
                    transactionHash: mined.hash,
                    status: mined.status ?? "0x1",
                    blockNumber: numberToHex(mined.block),
                    logs: [],
                    type: "0x2",
                  }
                : null;
            case "eth_getTransactionByHash":
              return pending === true && first === SENT ? transaction(SENT, input, null) : null;
            case "eth_getTransactionCount": {
              const block = second === "latest" ? head : Number(second);
              return numberToHex(mined !== undefined && block >= mined.block ? 6 : 5);
            }
            case "eth_getBlockByNumber": {
              const isThere = mined !== undefined && Number(first) === mined.block;
              const held = isThere ? [transaction(mined.hash, mined.input, mined.block)] : [];
              return { number: first, transactions: held };
            }
            default:
              throw new Error(`Unexpected request: ${method}`);
          }
        },
      },
      { retryCount: 0 },
    ),
  });
  return { reader, state };
}

const OPTIONS = { pollingMs: 1, waitMs: 10_000 };
const place: NonceSlot = nonceSlotOf({ from: ACCOUNT, nonce: 5, to: ROUTER, value: 1n, input });

describe("a sent transaction", () => {
  it("is mined once its receipt arrives, however often the node failed or did not know it", async () => {
    const { reader, state } = nodeWith({ mined: { hash: SENT, block: 90, input } });
    const bad = (status: number) => new HttpRequestError({ url: URL, status });
    const busy = { code: -32_005, message: "limit exceeded" };
    state.failures.set("eth_getTransactionReceipt", [
      bad(502),
      bad(429),
      bad(500),
      new RpcRequestError({ body: {}, url: URL, error: busy }),
      new TypeError("fetch failed"),
    ]);
    state.failures.set("eth_getTransactionByHash", [bad(502), bad(502)]);
    const { hash, receipt } = await waitUntilMined(reader, { hash: SENT, place: null }, OPTIONS);
    expect({ hash, status: receipt.status }).toEqual({ hash: SENT, status: "success" });
  });

  it("is not decided by a block that has it while its receipt is missing", async () => {
    const { reader, state } = nodeWith({ mined: { hash: SENT, block: 100, input } });
    // The receipt comes after the block; the place is taken by the transaction itself.
    const missing = Array.from(
      { length: 5 },
      () => new HttpRequestError({ url: URL, status: 404 }),
    );
    state.failures.set("eth_getTransactionReceipt", missing);
    const { hash } = await waitUntilMined(reader, { hash: SENT, place }, OPTIONS);
    expect(hash).toBe(SENT);
    expect(state.requests).toContain("eth_getBlockByNumber");
  });

  it.each([
    ["a node that only fails", { failing: true }],
    ["a node that never heard of it", { failing: false }],
  ])("stays undecided with %s, and keeps its hash", async (_name, { failing }) => {
    const { reader, state } = nodeWith({});
    const failures = Array.from(
      { length: 1_000 },
      () => new HttpRequestError({ url: URL, status: 502 }),
    );
    if (failing) state.failures.set("eth_getTransactionReceipt", failures);
    const failure = await waitUntilMined(
      reader,
      { hash: SENT, place: null },
      { pollingMs: 1, waitMs: 40 },
    ).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(TradeError);
    expect(explainTradeError(failure)).toMatchObject({
      code: "not_mined",
      next: "watch",
      hash: SENT,
    });
  });

  it("shows its place once a node knows it, and is followed when the wallet sends it again", async () => {
    const { reader, state } = nodeWith({ pending: true });
    const told: unknown[] = [];
    const mined = waitUntilMined(
      reader,
      { hash: SENT, place: null },
      {
        ...OPTIONS,
        onChange: (known) => {
          told.push(known);
          Object.assign(state, { mined: { hash: OTHER, block: 37, input }, pending: false });
        },
      },
    );
    expect((await mined).hash).toBe(OTHER);
    expect(told).toEqual([
      { hash: SENT, place },
      { hash: OTHER, place },
    ]);
  });

  it("is cancelled when another transaction was mined in its place", async () => {
    for (const block of [100, 99, 37, 1]) {
      const { reader } = nodeWith({ mined: { hash: OTHER, block, input: "0x" } });
      const failure = await waitUntilMined(reader, { hash: SENT, place }, OPTIONS).then(
        () => null,
        (error: unknown) => error,
      );
      expect(explainTradeError(failure)).toMatchObject({ code: "cancelled", hash: SENT });
    }
  });

  it("stays undecided while a node forgot the state that would prove a replacement", async () => {
    const { reader, state } = nodeWith({ mined: { hash: OTHER, block: 37, input: "0x" } });
    const forgotten = Array.from({ length: 1_000 }, () => new Error("missing trie node"));
    state.failures.set("eth_getBlockByNumber", forgotten);
    const options = { pollingMs: 1, waitMs: 40 };
    const failure = await waitUntilMined(reader, { hash: SENT, place }, options).then(
      () => null,
      (error: unknown) => error,
    );
    expect(explainTradeError(failure).code).toBe("not_mined");
  });
});

describe("outcomeOf", () => {
  const sent = { hash: SENT, place };
  it.each([
    ["nothing is known", { receipt: null, mined: null }, "undecided"],
    [
      "its own block is known first",
      { receipt: null, mined: { hash: SENT, content: place.content } },
      "undecided",
    ],
    [
      "the same was mined with another fee",
      { receipt: null, mined: { hash: OTHER, content: place.content } },
      "repriced",
    ],
    [
      "something else was mined",
      { receipt: null, mined: { hash: OTHER, content: OTHER } },
      "cancelled",
    ],
  ] as const)("when %s", (_name, observation, outcome) => {
    expect(outcomeOf(sent, observation).is).toBe(outcome);
  });

  it("cannot be cancelled while its place is unknown", () => {
    const mined = { hash: OTHER, content: OTHER };
    expect(outcomeOf({ hash: SENT, place: null }, { receipt: null, mined }).is).toBe("undecided");
  });
});

describe("a failure after a transaction was sent", () => {
  it("keeps waiting unless the chain has decided", () => {
    const failures: unknown[] = [
      new TypeError("Failed to fetch dynamically imported module"),
      new HttpRequestError({ url: URL, status: 502 }),
      { code: 4001, message: "denied" },
    ];
    for (const failure of failures) {
      const problem = explainTradeError(failure, { hash: SENT });
      expect(problem).toMatchObject({ code: "not_mined", next: "watch", hash: SENT });
    }
    const proven = new TradeError("reverted", SENT);
    expect(explainTradeError(proven, { hash: SENT }).code).toBe("reverted");
  });
});
