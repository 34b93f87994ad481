import type { Hash } from "viem";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { explainTradeError } from "@/lib/web/trade/explain-trade-error";
import type { BatchState } from "@/lib/web/trade/run/trade-signer";
import { waitForBatch } from "@/lib/web/trade/run/wait-for-batch";
import { batchStateOf } from "@/lib/web/wallet/batch/batch-state";

const HASH: Hash = `0x${"ab".repeat(32)}`;
const OTHER: Hash = `0x${"cd".repeat(32)}`;
const TOKEN = "0x1111111111111111111111111111111111111111";
const ACCOUNT = "0x2222222222222222222222222222222222222222";

describe("a batch's state", () => {
  const receipts = [{ transactionHash: OTHER }, { transactionHash: HASH }];
  it.each<[string, number | undefined, boolean, BatchState]>([
    ["pending", 100, false, { is: "pending" }],
    ["an unknown answer", undefined, false, { is: "pending" }],
    ["confirmed", 200, true, { is: "mined", hash: HASH }],
    ["confirmed, its transaction comes later", 200, false, { is: "pending" }],
    ["given up off chain", 400, false, { is: "not_sent" }],
    ["reverted", 500, true, { is: "mined", hash: HASH }],
    ["reverted, its transaction untold", 500, false, { is: "reverted" }],
    ["reverted in part", 600, true, { is: "mined", hash: HASH }],
  ])("of %s", (_name, code, isTold, state) => {
    expect(batchStateOf(code, isTold ? receipts : undefined)).toEqual(state);
  });
});

describe("a batch", () => {
  const waiting = (answers: (BatchState | Error)[], waitMs = 10_000) => {
    const stateOf = async () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error || answer === undefined) throw answer;
      return answer;
    };
    return waitForBatch({ stateOf }, "0x12", { pollingMs: 1, waitMs });
  };
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "mined",
      (error: unknown) => explainTradeError(error).code,
    );

  it("is awaited while it is pending and while its wallet fails", async () => {
    const answers = [
      { is: "pending" } as const,
      new Error("Unknown bundle id"),
      new Error("disconnected"),
      { is: "mined", hash: HASH } as const,
    ];
    expect(await waiting(answers)).toBe(HASH);
  });

  it("stays undecided when the wallet never tells more", async () => {
    expect(await codeOf(waiting([{ is: "pending" }], 20))).toBe("not_mined");
    expect(await codeOf(waiting([new Error("Unknown bundle id")], 20))).toBe("not_mined");
  });

  it("is decided when the wallet says that it failed", async () => {
    expect(await codeOf(waiting([{ is: "reverted" }]))).toBe("reverted");
    expect(await codeOf(waiting([{ is: "not_sent" }]))).toBe("not_sent");
  });
});

describe("pendingTrades", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("window", {
      addEventListener: () => undefined,
      localStorage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => kept.set(key, value),
        removeItem: (key: string) => kept.delete(key),
      },
    });
    return () => vi.unstubAllGlobals();
  });

  /** The store as another tab, or a reloaded page, has it. */
  async function tab() {
    vi.resetModules();
    return (await import("@/lib/web/trade/run/pending-trades")).pendingTrades;
  }

  const trade = {
    chain: "base",
    token: TOKEN,
    account: ACCOUNT,
    hook: ACCOUNT,
    side: "buy",
    amountIn: "7",
    id: HASH,
    hash: HASH,
    place: null,
  } as const;

  it("keeps the trades of all tabs, and drops only the one that is decided", async () => {
    const [one, other] = [await tab(), await tab()];
    one.keep(trade);
    other.keep({ ...trade, id: OTHER, hash: OTHER });
    one.keep({ ...trade, token: ACCOUNT, id: "0x12", hash: null });
    expect((await tab()).of("base", TOKEN)).toMatchObject({ hash: OTHER });
    other.forget({ ...trade, id: OTHER, hash: OTHER });
    expect((await tab()).of("base", TOKEN)).toEqual(trade);
    expect((await tab()).of("base-sepolia", TOKEN)).toBeNull();
    one.forget(trade);
    expect((await tab()).of("base", TOKEN)).toBeNull();
    expect((await tab()).of("base", ACCOUNT)).toMatchObject({ id: "0x12", hash: null });
  });

  it("learns more of a trade without adding another", async () => {
    const one = await tab();
    const place = { from: ACCOUNT, nonce: 4, content: OTHER } as const;
    one.keep(trade);
    one.keep({ ...trade, hash: OTHER, place });
    expect((await tab()).of("base", TOKEN)).toEqual({ ...trade, hash: OTHER, place });
    one.forget(trade);
    expect(kept.size).toBe(0);
  });

  it("ignores what is not a trade", async () => {
    (await tab()).keep(trade);
    const [[key = "", text = ""] = []] = kept;
    for (const damaged of [
      text.replace(`"hash":"${HASH}"`, '"hash":"0x12"'),
      text.replace(`"token":"${TOKEN}"`, '"token":"0xg"'),
      text.replace('"place":null', '"place":{"from":"0x","nonce":1,"content":"0x"}'),
      "{}",
    ]) {
      kept.set(key, damaged);
      expect((await tab()).of("base", TOKEN)).toBeNull();
    }
  });
});
