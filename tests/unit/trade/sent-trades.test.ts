import {
  createPublicClient,
  custom,
  decodeFunctionData,
  type Hash,
  type Hex,
  HttpRequestError,
  isHex,
  keccak256,
  numberToHex,
  parseAbi,
  parseTransaction,
  RpcRequestError,
  UnknownRpcError,
} from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { CONFIG_EXAMPLES } from "@/lib/features/system/examples";
import { config } from "@/lib/features/system/schema";
import { explainTradeError } from "@/lib/web/trade/explain-trade-error";
import { runTrade } from "@/lib/web/trade/run/run-trade";
import type { BatchState, TradeSigner } from "@/lib/web/trade/run/trade-signer";
import { waitForBatch } from "@/lib/web/trade/run/wait-for-batch";
import { StoppedError } from "@/lib/web/trade/stopped-error";
import { UnsentError } from "@/lib/web/trade/unsent-error";
import { batchStateOf } from "@/lib/web/wallet/batch/batch-state";
import { burnerSigner } from "@/lib/web/wallet/burner-signer";
import { stoppable } from "@/lib/web/wallet/stoppable";

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

  it("is requested again when the wallet does not respond, and remains unknown if it never does", async () => {
    vi.useFakeTimers();
    try {
      const silent = () => new Promise<never>(() => {});
      let isSilent = true;
      const stateOf = async (): Promise<BatchState> => {
        if (!isSilent) return { is: "mined", hash: HASH };
        isSilent = false;
        return silent();
      };
      const later = waitForBatch({ stateOf }, "0x12", { pollingMs: 1_000 });
      const never = codeOf(waitForBatch({ stateOf: silent }, "0x12", { pollingMs: 1_000 }));
      await vi.advanceTimersByTimeAsync(10 * 60_000);
      expect(await later).toBe(HASH);
      expect(await never).toBe("not_mined");
    } finally {
      vi.useRealTimers();
    }
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

/** A node of an account that has sent this many transactions. */
function nodeWith(nonce: () => number) {
  return createPublicClient({
    transport: custom({
      async request({ method }: { method: string }) {
        if (method === "eth_getBlockByNumber") return { timestamp: "0x1", number: "0x1" };
        if (method === "eth_getCode") return "0x";
        if (method === "eth_estimateGas") return numberToHex(200_000);
        if (method === "eth_getTransactionCount") return numberToHex(nonce());
        throw new Error(`Unexpected request: ${method}`);
      },
    }),
  });
}

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

describe("a wallet that never responds", () => {
  const never = () => new Promise<never>(() => {});
  const CALL = { to: TOKEN, data: "0x", value: 1n, gas: 21_000n } as const;

  it("is waited for until the user or the expiry of the permit ends it, and asked nothing more", async () => {
    for (const code of ["no_response", "permit_expired"] as const) {
      const stopper = new AbortController();
      let requests = 0;
      const ask = () => {
        requests += 1;
        return never();
      };
      const batch = { isSupported: async () => true, send: ask, stateOf: never };
      const signer = stoppable(
        { address: ACCOUNT, sendTransaction: ask, signPermit: ask, signConsent: ask, batch },
        stopper.signal,
      );
      const open = [signer.sendTransaction(CALL), signer.batch?.send([CALL])];
      stopper.abort(new StoppedError(code));
      for (const request of [...open, signer.sendTransaction(CALL)]) {
        await expect(request).rejects.toMatchObject({ code });
      }
      expect(requests).toBe(2);
      expect(explainTradeError(new StoppedError(code)).code).toBe(code);
    }
  });

  it("is not waited for after a stop while it reconnects", async () => {
    const asked: string[] = [];
    let answer = (_accounts: string[]) => {};
    const request = ({ method }: { method: string }) => {
      asked.push(method);
      if (method !== "eth_accounts") return Promise.resolve("0x2105");
      return new Promise<string[]>((resolve) => {
        answer = resolve;
      });
    };
    Object.assign(window, {
      location: { origin: "https://launch.test" },
      dispatchEvent: () => true,
      ethereum: { request, on: () => undefined, removeListener: () => undefined },
    });
    kept.set("slipway.wagmi.recentConnectorId", JSON.stringify("injected"));
    kept.set("slipway.wagmi.injected.connected", "true");
    vi.resetModules();
    const { performTrade } = await import("@/lib/web/trade/run/perform-trade");
    const { StoppedError } = await import("@/lib/web/trade/stopped-error");
    const site = config.parse(CONFIG_EXAMPLES.response);
    const chains = site.chains.map(
      (chain) => ({ ...chain, slug: "base", sandbox: false }) as const,
    );
    const [facts] = chains;
    if (facts === undefined) throw new Error("The example has no chain");
    const stopper = new AbortController();
    const order = { side: "buy", token: TOKEN, amountIn: 7n, minimumOut: 1n } as const;
    const trade = performTrade({
      order: { ...order, deadlineMinutes: 10 },
      account: ACCOUNT,
      config: { ...site, chains },
      facts,
      signal: stopper.signal,
      onSteps: () => {},
      onSent: () => {},
    });
    await vi.waitFor(() => expect(asked).toContain("eth_accounts"), { timeout: 10_000 });
    stopper.abort(new StoppedError("no_response"));
    await expect(trade).rejects.toMatchObject({ name: "StoppedError", code: "no_response" });
    // wagmi reconnects once at a time, also for the tests that follow.
    answer([]);
  }, 20_000);

  it("ends the question whether it supports batches", async () => {
    const stopper = new AbortController();
    const batch = { isSupported: never, send: never, stateOf: never };
    const signer = stoppable(
      { address: ACCOUNT, sendTransaction: never, signPermit: never, signConsent: never, batch },
      stopper.signal,
    );
    const asked = signer.batch?.isSupported();
    stopper.abort(new StoppedError("no_response"));
    await expect(asked).rejects.toMatchObject({ code: "no_response" });
  });

  it("returns what it returns without a stop", async () => {
    const stopper = new AbortController();
    const signer = stoppable(
      {
        address: ACCOUNT,
        sendTransaction: async () => HASH,
        signPermit: never,
        signConsent: never,
        batch: null,
      },
      stopper.signal,
    );
    expect(await signer.sendTransaction(CALL)).toBe(HASH);
    stopper.abort(new StoppedError("no_response"));
    expect(signer.batch).toBeNull();
  });
});

describe("a trade that the wallet answers with an error", () => {
  /** Buys with a wallet that fails; returns the problem and what happened, in order. */
  async function buy(error: Error, isBatch: boolean) {
    const events: string[] = [];
    const fail = async () => {
      events.push("wallet");
      throw error;
    };
    const signer: TradeSigner = {
      address: ACCOUNT,
      sendTransaction: fail,
      signPermit: async () => HASH,
      signConsent: async () => HASH,
      batch: isBatch
        ? { isSupported: async () => true, send: fail, stateOf: async () => ({ is: "pending" }) }
        : null,
    };
    const node = nodeWith(() => 7);
    const code = { ...node, getCode: async () => (isBatch ? "0x60" : "0x") } as const;
    const problem = await runTrade({
      reader: Object.assign(node, code),
      chainId: 8453,
      contracts: {
        poolManager: TOKEN,
        universalRouter: TOKEN,
        permit2: TOKEN,
        v4Quoter: TOKEN,
        stateView: TOKEN,
        launchHook: TOKEN,
        launchLens: TOKEN,
        managerFactory: TOKEN,
      },
      universalRouterVersion: "2.0",
      signer,
      order: { side: "buy", token: TOKEN, amountIn: 7n, minimumOut: 1n, deadlineMinutes: 10 },
      onSteps: () => {},
      onAsk: async () => void events.push("noted"),
      onSent: () => events.push("sent"),
      pollingMs: 1,
      now: Date.now,
    }).then(
      () => null,
      (failure: unknown) => explainTradeError(failure),
    );
    return { problem, events };
  }
  const coded = (code: number, message: string) => Object.assign(new Error(message), { code });

  it.each([
    ["an expired request", new Error("Request expired. Please try again.")],
    ["a wallet that was reloaded", new Error("Disconnected from MetaMask background")],
    ["a session that ended", new Error("No matching key. session topic doesn't exist")],
    ["a timeout", coded(-32_603, "Request timed out")],
    ["a wallet that was disconnected", coded(4900, "Disconnected")],
    ["a wallet's node at its limit", coded(-32_005, "limit exceeded")],
    ["a known transaction", coded(-32_000, "already known")],
    ["a wait that the user has ended", new StoppedError("no_response")],
  ])("may be sent after %s, so it is not offered again", async (_name, error) => {
    for (const isBatch of [false, true]) {
      const { problem, events } = await buy(new UnknownRpcError(error), isBatch);
      expect(problem).toMatchObject({ code: "maybe_sent", next: "none" });
      expect(problem?.technical).not.toContain("maybe_sent");
      expect(events).toEqual(["noted", "wallet"]);
    }
  });

  it("is not sent if it failed before it was sent", async () => {
    const refused = new HttpRequestError({ url: "https://launch.test", status: 429 });
    const { problem } = await buy(new UnsentError(refused), false);
    expect(problem).toMatchObject({ code: "slow_down", next: "retry" });
  });

  it.each([
    ["rejected", coded(4001, "User rejected the request")],
    ["wallet_busy", coded(-32_002, "Request already pending")],
    ["underpriced", coded(-32_000, "replacement transaction underpriced")],
    ["wrong_chain", coded(4902, "Unrecognized chain")],
  ])("is not sent if it is %s", async (code, error) => {
    const { problem } = await buy(new UnknownRpcError(error), false);
    expect(problem).toMatchObject({ code });
  });
});

describe("a trade with an earlier request that has no outcome", () => {
  const place = { chain: "base", token: TOKEN, account: ACCOUNT, side: "buy" } as const;
  let nonce = 7;
  const node = nodeWith(() => nonce);

  /** Prepares the trade on a page that is loaded now. */
  async function open(side: "buy" | "sell" = "buy", signal = new AbortController().signal) {
    vi.resetModules();
    const { openRequest } = await import("@/lib/web/trade/run/open-requests");
    return openRequest(node, { ...place, side }, signal);
  }

  beforeEach(() => {
    nonce = 7;
  });

  it("is refused once, also after a reload, if the account has sent a transaction since", async () => {
    await (await open()).ask(false);
    nonce = 8;
    await expect(open()).rejects.toMatchObject({ code: "maybe_sent" });
    // The user was told to look in the wallet.
    await expect(open()).resolves.toBeDefined();
  });

  it("goes on if the account has sent nothing, and for another side", async () => {
    await (await open()).ask(false);
    await expect(open()).resolves.toBeDefined();
    nonce = 8;
    await expect(open("sell")).resolves.toBeDefined();
  });

  it("goes on after the wallet has refused the request or returned its transaction", async () => {
    for (const end of ["refused", "sent"] as const) {
      const request = await open();
      await request.ask(false);
      request[end]();
      nonce += 1;
      await expect(open()).resolves.toBeDefined();
    }
  });

  it("keeps the earlier request when the wallet refuses the repeated one", async () => {
    await (await open()).ask(false);
    const repeated = await open();
    await repeated.ask(false);
    repeated.refused();
    nonce = 8;
    await expect(open()).rejects.toMatchObject({ code: "maybe_sent" });
  });

  it("is refused once after a batch, whatever the account's nonce is", async () => {
    await (await open()).ask(true);
    await expect(open()).rejects.toMatchObject({ code: "maybe_sent" });
    await expect(open()).resolves.toBeDefined();
  });

  it("goes on after a wallet that refused the batch has refused the transaction", async () => {
    const request = await open();
    await request.ask(true);
    await request.ask(false);
    request.refused();
    nonce = 8;
    await expect(open()).resolves.toBeDefined();
  });

  it("goes on after another tab has sent it and this tab's wallet has refused it", async () => {
    const other = await open();
    await other.ask(false);
    const request = await open();
    await request.ask(false);
    other.sent();
    request.refused();
    nonce = 8;
    await expect(open()).resolves.toBeDefined();
  });

  it("has none after a wait that ended before the wallet was asked", async () => {
    const stopper = new AbortController();
    const request = await open("buy", stopper.signal);
    const asked = request.ask(true);
    stopper.abort(new StoppedError("no_response"));
    await expect(asked).rejects.toMatchObject({ code: "no_response" });
    await expect(open()).resolves.toBeDefined();
  });
});

describe("a trade of a browser whose clock is wrong", () => {
  const AHEAD_SECONDS = 3_600;
  const KEY = generatePrivateKey();

  it("expires by the clock of the service", async () => {
    const seconds = Math.floor(Date.now() / 1_000);
    const raw: Hex[] = [];
    const answers: Record<string, unknown> = {
      eth_getBlockByNumber: {
        timestamp: numberToHex(seconds - AHEAD_SECONDS),
        number: "0x1",
        baseFeePerGas: "0x1",
        transactions: [],
      },
      eth_getCode: "0x",
      eth_estimateGas: numberToHex(200_000),
      eth_getTransactionCount: "0x0",
      eth_maxPriorityFeePerGas: "0x1",
    };
    vi.stubGlobal("fetch", async (_url: unknown, init: RequestInit) => {
      const { id, method, params } = z
        .object({ id: z.number(), method: z.string(), params: z.array(z.unknown()).default([]) })
        .parse(JSON.parse(String(init.body)));
      if (method === "eth_sendRawTransaction") raw.push(z.custom<Hex>(isHex).parse(params[0]));
      const result = answers[method];
      const error = { code: -32_000, message: "The node is gone" };
      return Response.json({
        jsonrpc: "2.0",
        id,
        ...(result === undefined ? { error } : { result }),
      });
    });
    Object.assign(window, { location: { origin: "https://launch.test" } });
    vi.resetModules();
    const { learnServerTime } = await import("@/lib/web/server-time");
    const { burner } = await import("@/lib/web/wallet/burner");
    const { performTrade } = await import("@/lib/web/trade/run/perform-trade");
    // The browser is an hour ahead.
    learnServerTime(Math.floor((Date.now() - performance.now()) / 1_000) - AHEAD_SECONDS);
    const account = privateKeyToAddress(KEY);
    burner.write({ address: account, privateKey: KEY });
    const site = config.parse(CONFIG_EXAMPLES.response);
    const [facts] = site.chains;
    if (facts === undefined) throw new Error("The example has no chain");
    const order = { side: "buy", token: TOKEN, amountIn: 7n, minimumOut: 1n } as const;
    await expect(
      performTrade({
        order: { ...order, deadlineMinutes: 10 },
        account,
        config: site,
        facts,
        signal: new AbortController().signal,
        onSteps: () => {},
        onSent: () => {},
      }),
    ).rejects.toMatchObject({ code: "maybe_sent" });
    const [sent] = raw;
    if (sent === undefined) throw new Error("Nothing was sent");
    const { data } = parseTransaction(sent);
    const abi = parseAbi(["function execute(bytes commands, bytes[] inputs, uint256 deadline)"]);
    const [, , deadline] = decodeFunctionData({ abi, data: data ?? "0x" }).args;
    expect(Number(deadline)).toBeLessThan(seconds - AHEAD_SECONDS + 11 * 60);
  });
});

describe("a trade of a sandbox's burner", () => {
  const KEY = generatePrivateKey();
  const CALL = { to: TOKEN, data: "0x", value: 1n, gas: 21_000n } as const;
  const http = (status: number) => new HttpRequestError({ url: "https://launch.test", status });
  const rpc = (code: number, message: string) =>
    new RpcRequestError({ body: {}, url: "https://launch.test", error: { code, message } });

  /** Sends with a node that fails one method. */
  async function send(failed: string, error: Error) {
    const raw: Hex[] = [];
    const node = createPublicClient({
      transport: custom(
        {
          async request({ method, params }: { method: string; params?: unknown[] }) {
            if (method === "eth_sendRawTransaction") {
              raw.push(z.custom<Hex>(isHex).parse(params?.[0]));
            }
            if (method === failed) throw error;
            if (method === "eth_getBlockByNumber")
              return { baseFeePerGas: "0x1", transactions: [] };
            return "0x1";
          },
        },
        { retryCount: 0 },
      ),
    });
    const hash = await burnerSigner(node, 8453, KEY).sendTransaction(CALL);
    return { hash, expected: raw[0] === undefined ? null : keccak256(raw[0]) };
  }

  it.each([
    ["slow_down", http(429)],
    ["network", http(502)],
  ])("is not sent if its nonce cannot be read: %s", async (code, error) => {
    const failure = await send("eth_getTransactionCount", error).catch((reason: unknown) => reason);
    expect(failure).toBeInstanceOf(UnsentError);
    expect(explainTradeError(failure)).toMatchObject({ code, next: "retry" });
  });

  it.each([
    ["a lost answer", http(502)],
    ["a repeated request", rpc(-32_000, "already known")],
  ])("is followed by its hash after %s", async (_name, error) => {
    const { hash, expected } = await send("eth_sendRawTransaction", error);
    expect(hash).toBe(expected);
  });

  it("fails with the node's reason if the node refuses it", async () => {
    const refusal = rpc(-32_000, "transaction underpriced");
    await expect(send("eth_sendRawTransaction", refusal)).rejects.toThrow("underpriced");
  });
});

describe("pendingTrades", () => {
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
    one.store(trade);
    other.store({ ...trade, id: OTHER, hash: OTHER });
    one.store({ ...trade, token: ACCOUNT, id: "0x12", hash: null });
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
    one.store(trade);
    one.store({ ...trade, hash: OTHER, place });
    expect((await tab()).of("base", TOKEN)).toEqual({ ...trade, hash: OTHER, place });
    one.forget(trade);
    expect(kept.size).toBe(0);
  });

  it("ignores what is not a trade", async () => {
    (await tab()).store(trade);
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
