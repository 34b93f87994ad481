import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRemoteWallet } from "@/lib/web/wallet/remote-wallet";

const ACCOUNT = "0x1111111111111111111111111111111111111111";
const SERVED = [8453, 84_532] as const;
const BATCH_METHODS = ["wallet_getCapabilities", "wallet_sendCalls", "wallet_getCallsStatus"];

type Session = ReturnType<typeof sessionOf>;

/** A session in which the wallet allows its account on these chains. */
function sessionOf(chainIds: readonly number[], methods: string[] = []) {
  const accounts = chainIds.map((id) => `eip155:${id}:${ACCOUNT}`);
  const all = ["eth_sendTransaction", "personal_sign", ...methods];
  return { topic: "topic", namespaces: { eip155: { accounts, methods: all, events: [] } } };
}

describe("a wallet on another device", () => {
  let approved: Session;
  let sent: string[];
  let proposed: string[];
  let ended: number;
  let emitted: [string, unknown][];
  let handlers: Map<string, (event: unknown) => void>;

  beforeEach(() => {
    sent = [];
    proposed = [];
    ended = 0;
    emitted = [];
    handlers = new Map();
    const client = {
      on: (event: string, handler: (event: unknown) => void) => handlers.set(event, handler),
      session: { getAll: () => [] },
      async connect(proposal: { optionalNamespaces: { eip155: { methods: string[] } } }) {
        proposed = proposal.optionalNamespaces.eip155.methods;
        return { uri: "wc:1", approval: async () => approved };
      },
      async request({ request }: { request: { method: string } }) {
        sent.push(request.method);
        return "0x12";
      },
      async disconnect() {
        ended += 1;
      },
    };
    const stored = new Map<string, string>();
    vi.doMock("@walletconnect/sign-client", () => ({ SignClient: { init: async () => client } }));
    vi.stubGlobal("window", {
      location: { origin: "https://launch.test" },
      addEventListener: () => {},
      localStorage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => stored.set(key, value),
        removeItem: (key: string) => stored.delete(key),
      },
    });
    vi.stubGlobal("document", { querySelector: () => null });
  });
  afterEach(() => {
    vi.doUnmock("@walletconnect/sign-client");
    vi.unstubAllGlobals();
  });

  function newWallet() {
    const wallet = createRemoteWallet({
      projectId: "test",
      chainIds: SERVED,
      onUri: () => {},
      async requestChain(_chainId, { method }) {
        throw new Error(`The chain got ${method}`);
      },
    });
    for (const event of ["accountsChanged", "chainChanged", "disconnect"]) {
      wallet.on(event, (value) => emitted.push([event, value]));
    }
    return wallet;
  }
  const connect = (wallet: ReturnType<typeof newWallet>) =>
    wallet.request({ method: "eth_requestAccounts" });
  const update = (session: Session) =>
    handlers.get("session_update")?.({ topic: session.topic, params: session });

  it("gets batches of calls if it supports them, so that their result is known", async () => {
    approved = sessionOf([8453], BATCH_METHODS);
    const wallet = newWallet();
    await connect(wallet);
    expect(proposed).toEqual(expect.arrayContaining(BATCH_METHODS));
    for (const method of BATCH_METHODS) await wallet.request({ method, params: [] });
    expect(sent).toEqual(BATCH_METHODS);
  });

  it("gets no batch if it does not support them", async () => {
    approved = sessionOf([8453]);
    const wallet = newWallet();
    await connect(wallet);
    for (const method of BATCH_METHODS) {
      await expect(wallet.request({ method, params: [] })).rejects.toMatchObject({ code: 4200 });
    }
    expect(sent).toEqual([]);
  });

  it("is not connected without an account on a chain of the launchpad", async () => {
    approved = sessionOf([1]);
    const wallet = newWallet();
    await expect(connect(wallet)).rejects.toMatchObject({ code: 4901 });
    expect(ended).toBe(1);
    expect(await wallet.request({ method: "eth_accounts" })).toEqual([]);
    approved = sessionOf([8453]);
    expect(await connect(wallet)).toEqual([ACCOUNT]);
  });

  it("stays connected when it moves to another chain of the launchpad", async () => {
    approved = sessionOf([8453]);
    const wallet = newWallet();
    await connect(wallet);
    update(sessionOf([84_532]));
    expect(emitted).toEqual([
      ["chainChanged", "0x14a34"],
      ["accountsChanged", [ACCOUNT]],
    ]);
    expect(await wallet.request({ method: "eth_accounts" })).toEqual([ACCOUNT]);
  });

  it("asks for a new connection after it has moved to a chain that is not served", async () => {
    approved = sessionOf([8453]);
    const wallet = newWallet();
    await connect(wallet);
    update(sessionOf([1]));
    expect(emitted).toEqual([["accountsChanged", []]]);
    approved = sessionOf([84_532]);
    expect(await connect(wallet)).toEqual([ACCOUNT]);
    expect(ended).toBe(1);
  });
});
