import type SignClient from "@walletconnect/sign-client";
import { type Address, getAddress, isAddress, numberToHex } from "viem";
import { z } from "zod";
import { createStore } from "../create-store";
import { siteName } from "../site-name";
import {
  type BrowserProvider,
  createWalletEvents,
  ProviderError,
  type WalletCall,
} from "./wallet-provider";

type Client = Awaited<ReturnType<typeof SignClient.init>>;
type Session = ReturnType<Client["session"]["get"]>;

/** Methods that are sent to the wallet; all others go to the chain. */
const WALLET_METHODS = ["eth_sendTransaction", "eth_signTypedData_v4", "personal_sign"];
/**
 * Methods of EIP-5792, for wallets that have them. The wallet of a smart account, such as Safe, returns no
 * hash of the chain for a single transaction: only the status of a batch tells what became of it.
 */
const BATCH_METHODS = ["wallet_getCapabilities", "wallet_sendCalls", "wallet_getCallsStatus"];
const EVENTS = ["accountsChanged", "chainChanged"];
const NAMESPACE = "eip155";

/** The session of this browser: the library is loaded only when there is one. */
const known = createStore("slipway.walletconnect", z.object({ topic: z.string() }));
const chainParameter = z.tuple([z.object({ chainId: z.string().regex(/^0x[0-9a-fA-F]+$/) })]);

/**
 * A wallet on another device through WalletConnect. Its library is loaded only when the user
 * connects or was connected.
 * @param options.chainIds real chains, the preferred one first
 * @param options.onUri receives the URI that a wallet scans or opens to connect; null when it is no
 * longer needed
 * @param options.requestChain handles requests that are not for the wallet
 */
export function createRemoteWallet(options: {
  projectId: string;
  chainIds: readonly [number, ...number[]];
  onUri: (uri: string | null) => void;
  requestChain: (chainId: number, call: WalletCall) => Promise<unknown>;
}): BrowserProvider {
  const { chainIds, onUri, requestChain } = options;
  const { emit, on, removeListener } = createWalletEvents();
  let opening: Promise<Client> | null = null;
  let session: Session | null = null;
  let [chainId] = chainIds;
  /** The code of the latest connection; an earlier one may still wait for its wallet. */
  let shownUri: string | null = null;

  function open(): Promise<Client> {
    opening ??= start().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  async function start(): Promise<Client> {
    const { SignClient: Library } = await import("@walletconnect/sign-client");
    const { origin } = window.location;
    const client = await Library.init({
      projectId: options.projectId,
      telemetryEnabled: false,
      metadata: {
        name: siteName(),
        description: "A token launchpad",
        url: origin,
        icons: [`${origin}/apple-icon.png`],
      },
    });
    client.on("session_delete", ({ topic }) => topic === session?.topic && forget());
    client.on("session_expire", ({ topic }) => topic === session?.topic && forget());
    client.on("session_update", ({ topic, params }) => {
      if (session === null || topic !== session.topic) return;
      session = { ...session, namespaces: params.namespaces };
      const before = chainId;
      settle(session);
      if (chainId !== before) emit("chainChanged", numberToHex(chainId));
      emit("accountsChanged", accounts());
    });
    client.on("session_event", ({ topic, params }) => {
      if (topic !== session?.topic || params.event.name !== "chainChanged") return;
      goTo(Number(params.event.data));
    });
    const topic = known.read()?.topic;
    const kept = topic === undefined ? [] : client.session.getAll();
    session = kept.find((one) => one.topic === topic) ?? null;
    if (session === null) known.write(null);
    else settle(session);
    return client;
  }

  /** Accounts of the session on the current chain: `eip155:84532:0x…`. */
  function accounts(): Address[] {
    const all = session?.namespaces[NAMESPACE]?.accounts ?? [];
    return all.flatMap((account) => {
      const [, chain, address = ""] = account.split(":");
      return Number(chain) === chainId && isAddress(address) ? [getAddress(address)] : [];
    });
  }

  function settle(made: Session): void {
    const allowed = (made.namespaces[NAMESPACE]?.accounts ?? []).map((account) =>
      Number(account.split(":")[1]),
    );
    if (!allowed.includes(chainId))
      chainId = chainIds.find((id) => allowed.includes(id)) ?? chainId;
  }

  function goTo(id: number): void {
    if (!chainIds.includes(id) || id === chainId) return;
    chainId = id;
    emit("chainChanged", numberToHex(id));
  }

  function forget(): void {
    session = null;
    known.write(null);
    emit("disconnect", new ProviderError(4900, "The wallet closed the connection"));
  }

  async function pair(): Promise<Address[]> {
    const client = await open();
    const { uri, approval } = await client.connect({
      optionalNamespaces: {
        [NAMESPACE]: {
          chains: chainIds.map((id) => `${NAMESPACE}:${id}`),
          methods: [...WALLET_METHODS, ...BATCH_METHODS],
          events: EVENTS,
        },
      },
    });
    const ownUri = uri ?? null;
    shownUri = ownUri;
    onUri(ownUri);
    try {
      session = await approval();
    } catch (error) {
      throw new ProviderError(4001, error instanceof Error ? error.message : "Declined");
    } finally {
      if (shownUri === ownUri) onUri(null);
    }
    known.write({ topic: session.topic });
    settle(session);
    if (accounts().length > 0) return accounts();
    await disconnect();
    throw new ProviderError(4901, "The wallet allows no account on a chain of this launchpad");
  }

  async function disconnect(): Promise<null> {
    const client = await open();
    const ended = session;
    session = null;
    known.write(null);
    if (ended !== null) {
      const reason = { code: 6000, message: "User disconnected" };
      await client.disconnect({ topic: ended.topic, reason });
    }
    return null;
  }

  async function request(call: WalletCall): Promise<unknown> {
    const { method, params } = call;
    if (method === "eth_chainId") return numberToHex(chainId);
    if (method === "eth_accounts" && known.read() === null) return [];
    if (method === "eth_requestAccounts" && known.read() === null) return pair();
    if (method === "wallet_requestPermissions") throw new ProviderError(4200, "Not supported");
    if (method === "wallet_revokePermissions") return disconnect();
    const client = await open();
    if (method === "eth_accounts") return accounts();
    if (method === "eth_requestAccounts") {
      if (accounts().length > 0) return accounts();
      if (session !== null) await disconnect();
      return pair();
    }
    if (session === null) throw new ProviderError(4900, "The wallet is not connected");
    if (method === "wallet_switchEthereumChain") {
      const [wanted] = chainParameter.parse(params);
      const id = Number(wanted.chainId);
      const isAllowed = session.namespaces[NAMESPACE]?.accounts.some((account) =>
        account.startsWith(`${NAMESPACE}:${id}:`),
      );
      if (isAllowed !== true) throw new ProviderError(4902, "The wallet does not allow that chain");
      goTo(id);
      return null;
    }
    if (BATCH_METHODS.includes(method)) {
      const offered = session.namespaces[NAMESPACE]?.methods.includes(method);
      if (offered !== true) throw new ProviderError(4200, "The wallet sends no batches");
    } else if (!WALLET_METHODS.includes(method)) return requestChain(chainId, call);
    return client.request({
      topic: session.topic,
      chainId: `${NAMESPACE}:${chainId}`,
      request: { method, params },
    });
  }

  return { request, on, removeListener };
}
