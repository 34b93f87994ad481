import { ApiError } from "@slipway-launchpad/client";
import {
  createPublicClient,
  custom,
  encodeAbiParameters,
  type Hash,
  numberToHex,
  UserRejectedRequestError,
  WaitForTransactionReceiptTimeoutError,
} from "viem";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DROP_TEXTS } from "@/components/account/shares/drop-texts";
import { type OutcomeTexts, sharesProblemOf } from "@/components/account/shares/shares-outcome";
import { INCOME_GAS } from "@/lib/features/budget/rules/gas-limit";
import { explainShares } from "@/lib/web/account/explain-shares-error";
import { awaitModeratorCall, sendModeratorCall } from "@/lib/web/account/moderator-call";
import { pendingShares } from "@/lib/web/account/pending-shares";
import { OfflineError } from "@/lib/web/run-online";
import { explained } from "@/lib/web/trade/explained";
import type { TradeSigner } from "@/lib/web/trade/run/trade-signer";
import { TradeError } from "@/lib/web/trade/trade-error";

const MODERATOR = "0x1111111111111111111111111111111111111111";
const MANAGER = "0x2222222222222222222222222222222222222222";
const HASH: Hash = `0x${"ab".repeat(32)}`;
const OTHER: Hash = `0x${"cd".repeat(32)}`;
const transaction = { to: MANAGER, data: "0x12345678" } as const;

/** A node that mines the transaction once it is requested. */
function nodeWith(status: "0x1" | "0x0") {
  return createPublicClient({
    cacheTime: 0,
    transport: custom({
      request: async ({ method }: { method: string }) => {
        if (method === "eth_estimateGas") return numberToHex(50_000);
        // The split manages two tokens.
        if (method === "eth_call") {
          return encodeAbiParameters([{ type: "address[]" }], [[MODERATOR, MANAGER]]);
        }
        if (method === "eth_blockNumber") return numberToHex(7);
        if (method === "eth_getTransactionReceipt") {
          return { transactionHash: HASH, status, blockNumber: "0x7", logs: [], type: "0x2" };
        }
        throw new Error(`Unexpected request: ${method}`);
      },
    }),
  });
}

function signerAs(
  address: `0x${string}`,
  send: TradeSigner["sendTransaction"] = async () => HASH,
): TradeSigner {
  return {
    address,
    batch: null,
    sendTransaction: send,
    signPermit: async () => {
      throw new Error("Nothing is permitted here");
    },
    signConsent: async () => {
      throw new Error("Nothing is consented to here");
    },
  };
}

describe("share change by an external wallet", () => {
  it("is simulated, sent once, reported before it is mined, and awaited", async () => {
    const sent: unknown[] = [];
    const told: Hash[] = [];
    const signer = signerAs(MODERATOR, async (call) => {
      sent.push(call);
      return HASH;
    });
    const mined = await sendModeratorCall({
      reader: nodeWith("0x1"),
      signer,
      moderator: MODERATOR,
      transaction,
      pollingMs: 10,
      onSent: ({ hash }) => told.push(hash),
    });
    expect(mined).toBe(HASH);
    expect(sent).toEqual([{ ...transaction, value: 0n, gas: 50_000n + 2n * INCOME_GAS }]);
    expect(told).toEqual([HASH]);
  });

  it("sends no request to a wallet other than the moderator's", async () => {
    const signer = signerAs(MANAGER, async () => {
      throw new Error("Unexpected transaction");
    });
    const work = explained(() =>
      sendModeratorCall({
        reader: nodeWith("0x1"),
        signer,
        moderator: MODERATOR,
        transaction,
        pollingMs: 10,
        onSent: () => {},
      }),
    );
    const problem = explainShares(await failureOf(work));
    expect(problem.text).toContain("The moderator is another wallet");
    expect(problem.needsWallet).toBe(true);
  });

  it("can be awaited again by its hash alone", async () => {
    const sent = { hash: HASH, place: null };
    const options = { sent, pollingMs: 10, onChange: () => {} };
    expect(await awaitModeratorCall({ ...options, reader: nodeWith("0x1") })).toBe(HASH);
    const failed = await failureOf(
      explained(() => awaitModeratorCall({ ...options, reader: nodeWith("0x0") })),
    );
    expect(explainShares(failed)).toEqual({
      text: "The transaction failed. The shares are unchanged; only gas was spent.",
      hash: HASH,
      mayStillBeMined: false,
      needsWallet: false,
    });
  });
});

describe("explainShares", () => {
  it.each([
    [
      "a declined request",
      new UserRejectedRequestError(new Error("no")),
      /^Rejected in your wallet\./,
    ],
    ["a cancelled transaction", new TradeError("cancelled", HASH), /The shares are unchanged\.$/],
    ["a slow network", new WaitForTransactionReceiptTimeoutError({ hash: HASH }), /still succeed/],
  ])("explains %s", async (_name, error, words) => {
    const failed = await failureOf(explained(() => Promise.reject(error)));
    const problem = explainShares(failed);
    expect(problem.text).toMatch(words);
    // Only a change that may still be mined is tracked again after a reload.
    expect(problem.mayStillBeMined).toBe(error.name === "WaitForTransactionReceiptTimeoutError");
  });

  it("requests the wallet that is not connected", async () => {
    const gone = Object.assign(new Error("?"), { name: "ConnectorNotConnectedError" });
    const problem = explainShares(await failureOf(explained(() => Promise.reject(gone))));
    expect(problem.text).toContain("The wallet is not connected");
    expect(problem.needsWallet).toBe(true);
  });

  it("reports that nothing was sent while offline", () => {
    const { text, mayStillBeMined } = explainShares(new OfflineError());
    expect(text).toBe("You’re offline. Nothing was sent. Try again when you are online.");
    expect(mayStillBeMined).toBe(false);
  });

  it("reports the service's error and that nothing changed", () => {
    const error = new ApiError({
      kind: "answered",
      status: 403,
      code: "forbidden",
      message: "You do not moderate this split",
      requestId: null,
    });
    expect(explainShares(error).text).toBe(
      "You do not moderate this split. The shares are unchanged. Fix it and try again.",
    );
  });
});

describe("explainShares after a request without a result", () => {
  const drop = { unchanged: "Nothing was sent", afterLost: "Try again: it is sent once" };
  const lost = new ApiError({
    kind: "network",
    code: "timeout",
    message: "No response within 60 s",
  });
  const limited = new ApiError({
    kind: "answered",
    status: 429,
    code: "rate_limited",
    message: "Too many requests",
    retryAfterSeconds: 90,
  });

  it.each([
    ["a lost response", lost],
    [
      "an error of a proxy",
      new ApiError({ kind: "answered", status: 504, code: "http_504", message: "Gateway timeout" }),
    ],
    [
      "a response that is not understood",
      new ApiError({ kind: "invalid_answer", status: 200, code: "invalid_answer", message: "?" }),
    ],
  ])("does not say that the shares are unchanged after %s", (_name, error) => {
    expect(explainShares(error).text).toBe(
      "No response yet. It may already be sent; your activity shows the result.",
    );
    expect(explainShares(error, drop).text).toBe("No response yet. Try again: it is sent once.");
  });

  it("reports that nothing was sent if the request changes nothing", () => {
    expect(explainShares(lost, { ...drop, afterLost: null }).text).toBe(
      "No response within 60 s. Nothing was sent. Try again.",
    );
  });

  it("says that an action is unsent if the moderator's own wallet would send it", () => {
    const run = { isRunning: false, sent: null, answer: null, error: lost };
    const actions = { watch: () => {}, stop: null, clear: () => {} };
    const textOf = (isManaged: boolean, texts?: OutcomeTexts) =>
      sharesProblemOf({ ...run, ...actions, isManaged }, texts)?.text;
    expect(textOf(true)).toContain("It may already be sent");
    expect(textOf(true, DROP_TEXTS)).toContain("It may already be sent");
    expect(textOf(false)).toBe("No response within 60 s. The shares are unchanged. Try again.");
    expect(textOf(false, DROP_TEXTS)).toBe(
      "No response within 60 s. The split still shares the token’s fees. Try again.",
    );
  });

  it("names the wait of a rate limit", () => {
    expect(explainShares(limited).text).toBe(
      "Too many requests. The shares are unchanged. Try again in 1 minute 30 seconds.",
    );
  });
});

describe("pendingShares", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("stores the pending change, and ignores invalid data", async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("window", {
      addEventListener: () => undefined,
      localStorage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => kept.set(key, value),
        removeItem: (key: string) => kept.delete(key),
      },
    });
    const sent = { id: HASH, hash: HASH, place: null };
    const stored = { accountId: "one", chain: "base", manager: MANAGER, ...sent } as const;
    const change = { ...stored, action: "shares" } as const;
    // As an earlier build stored it.
    kept.set("slipway.share-changes", JSON.stringify([stored]));
    expect(await nextPage()).toEqual(change);
    pendingShares.store(change);
    expect(await nextPage()).toEqual(change);
    // Another tab sends one for another manager; each is forgotten by itself.
    const other = { ...change, manager: MODERATOR, id: OTHER, hash: OTHER };
    pendingShares.store(other);
    expect(await nextPage()).toEqual(change);
    pendingShares.forget(other);
    expect(await nextPage()).toEqual(change);
    kept.set("slipway.share-changes", JSON.stringify([{ ...change, hash: "0x12" }]));
    expect(await nextPage()).toBeNull();
    pendingShares.forget(change);
    expect(kept.size).toBe(0);
  });

  /** The pending change that a reloaded page finds. */
  async function nextPage() {
    vi.resetModules();
    const loaded = await import("@/lib/web/account/pending-shares");
    return loaded.pendingShares.last(({ manager }) => manager === MANAGER);
  }
});

async function failureOf(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("It did not fail");
}
