import { type Address, type EIP1193Provider, http, isAddressEqual, withTimeout } from "viem";
import {
  type Config,
  type Connector,
  type CreateConnectorFn,
  createConfig,
  createStorage,
  type Transport,
} from "wagmi";
import {
  connect,
  disconnect,
  getConnection,
  getConnections,
  reconnect,
  watchConnection,
} from "wagmi/actions";
import { injected } from "wagmi/connectors";
import { CHAIN_SLUGS, CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { OtherWalletError } from "../account/other-wallet-error";
import { chainReader, chainUrl, viemChain } from "../trade/chain-reader";
import { browserStorage } from "./browser-storage";
import { createCoinbaseWallet } from "./coinbase-wallet";
import { connection } from "./connection";
import { COINBASE_WALLET_ID, REMOTE_WALLET_ID, walletNameOf } from "./offered-wallets";
import { pairing } from "./pairing";
import { createRemoteWallet } from "./remote-wallet";
import type { BrowserProvider, WalletCall } from "./wallet-provider";

export type Wagmi = Config;

/** A wallet that does not respond by then is not connected again. Extensions start within seconds. */
const RESPONSE_MS = 10_000;

let shared: Wagmi | null = null;
/** Ends when a wallet is connected again, or none is. */
let reconnecting: Promise<unknown> = Promise.resolve();
/** Ends when every wallet of the browser has responded, or its time is over. */
let allReconnecting: Promise<unknown> = Promise.resolve();

/**
 * Resolves when the last connected wallet is connected again, or is known to be gone; also one that
 * the user has connected in another tab, instead of this tab's wallet.
 */
export async function untilReconnected(): Promise<void> {
  await reconnecting;
  const shown = connection.read();
  if (shared === null || shown === null) return;
  const { status, addresses } = getConnection(shared);
  if (status === "connecting" || status === "reconnecting") return;
  if (addresses?.includes(shown.address)) return;
  await startReconnecting(shared);
}

/**
 * Connects the wallets again that the user has connected before, the last one first. wagmi requests the
 * accounts of all wallets of the browser; one that never responds must not stop the others.
 */
function startReconnecting(config: Wagmi): Promise<unknown> {
  const connectors = config.connectors.map((one) => {
    const answer = withTimeout(() => one.isAuthorized(), { timeout: RESPONSE_MS });
    const isAuthorized = answer.catch(() => false);
    return { ...one, isAuthorized: () => isAuthorized };
  });
  let stopWatching = () => {};
  const firstConnected = new Promise<void>((resolve) => {
    const done = () => resolve();
    stopWatching = config.subscribe(isLive, (live) => live && done());
  });
  allReconnecting = reconnect(config, { connectors }).finally(stopWatching);
  reconnecting = Promise.race([allReconnecting, firstConnected]);
  return reconnecting;
}

/** Whether a wallet is connected. The one that wagmi has stored only has a name until it is. */
function isLive({ connections, current }: Wagmi["state"]): boolean {
  const stored = current === null ? undefined : connections.get(current);
  return stored !== undefined && "getChainId" in stored.connector;
}

/**
 * Checks, once the wallet is connected again, that it still uses the account that the page showed:
 * until the wallet code is loaded, a page does not notice that the user has switched the account.
 * @throws OtherWalletError when it uses another one; wagmi's errors report a wallet that is gone
 */
export async function requireShownAddress(wagmi: Wagmi, address: Address): Promise<void> {
  await untilReconnected();
  const current = getConnection(wagmi).address;
  if (current === undefined || isAddressEqual(current, address)) return;
  throw new OtherWalletError(current, address);
}

/**
 * Connects a wallet of the user's choice. This tab can still be connected to it, if the user has
 * connected or disconnected it in another tab.
 * @throws wagmi's errors, and those of the wallet
 */
export async function connectWallet(config: Wagmi, connector: Connector): Promise<void> {
  await untilReconnected();
  const current = getConnection(config).connector;
  if (current?.uid === connector.uid) {
    if (await connector.isAuthorized()) return remember(config);
    await disconnect(config);
  }
  await connect(config, { connector });
}

/**
 * Disconnects the user's wallet, and all others that this page may use: wagmi would continue with one of
 * them. Waits for a reconnection after a page load, which would otherwise connect it again.
 */
export async function disconnectWallet(config: Wagmi): Promise<void> {
  await untilReconnected();
  await allReconnecting;
  const connections = getConnections(config);
  if (connections.length === 0) await disconnect(config);
  for (const { connector } of connections) await disconnect(config, { connector });
}

/**
 * The wallets of real chains: those that announce themselves (EIP-6963), the injected one of an old
 * browser extension, Coinbase Wallet, and WalletConnect when the launchpad has a project id.
 * Created once; remembers the connection across reloads.
 * @param slugs the real chains of this launchpad, at least one
 */
export function getWagmi(slugs: readonly ChainSlug[], projectId: string | null): Wagmi {
  if (shared !== null) return shared;
  const chains = slugs.map((slug) => viemChain(slug, chainUrl(slug)));
  const [first, ...others] = chains;
  if (first === undefined) throw new TypeError("wallets need a real chain, and none is configured");
  const transports: Record<number, Transport> = Object.fromEntries(
    chains.map(({ id, rpcUrls }) => [id, http(rpcUrls.default.http[0])]),
  );
  const chainIds = [first.id, ...others.map(({ id }) => id)] as const;
  const config = createConfig({
    chains: [first, ...others],
    connectors: [
      ...(hasLegacyWallet() ? [injected()] : []),
      connector(
        COINBASE_WALLET_ID,
        "Coinbase Wallet",
        createCoinbaseWallet({ chainIds, requestChain }),
      ),
      ...(projectId === null ? [] : [remote(projectId, chainIds)]),
    ],
    transports,
    storage: createStorage({ key: "slipway.wagmi", storage: browserStorage }),
  });
  shared = config;
  watchConnection(config, { onChange: () => remember(config) });
  void startReconnecting(config);
  return config;
}

function remote(projectId: string, chainIds: readonly [number, ...number[]]): CreateConnectorFn {
  const wallet = createRemoteWallet({
    projectId,
    chainIds,
    onUri: pairing.write,
    requestChain,
  });
  return connector(REMOTE_WALLET_ID, "WalletConnect", wallet);
}

/** wagmi treats a remote wallet as a provider like those of extensions. */
function connector(id: string, name: string, wallet: BrowserProvider): CreateConnectorFn {
  // EIP-1193's types define a result's shape by its method, which no provider can prove.
  const provider = wallet as unknown as EIP1193Provider;
  return injected({ target: { id, name, provider } });
}

/** Sends a request that is not for the wallet to the chain, through the service. */
function requestChain(chainId: number, { method, params }: WalletCall): Promise<unknown> {
  const slug = CHAIN_SLUGS.find((one) => CHAINS[one].chainId === chainId);
  if (slug === undefined) throw new TypeError(`no chain has the id ${chainId}`);
  const send: (call: WalletCall) => Promise<unknown> = chainReader(slug).transport.request;
  return send({ method, params });
}

function remember(config: Wagmi): void {
  const { status, address, chainId, connector } = getConnection(config);
  // Also while another wallet of the browser has not responded yet.
  if (isLive(config.state) && address !== undefined && chainId !== undefined && connector) {
    connection.write({ address, chainId, name: walletNameOf(connector) });
  } else if (status === "disconnected") {
    connection.write(null);
  }
}

function hasLegacyWallet(): boolean {
  return "ethereum" in window && typeof window.ethereum === "object";
}
