import { http } from "viem";
import {
  type Config,
  type CreateConnectorFn,
  createConfig,
  createStorage,
  type Transport,
} from "wagmi";
import { getConnection, reconnect, watchConnection } from "wagmi/actions";
import { injected } from "wagmi/connectors";
import type { ChainSlug } from "../../domain/chains";
import { chainUrl, viemChain } from "../trade/chain-reader";
import { connection } from "./connection";

export type Wagmi = Config;

let shared: Wagmi | null = null;
let reconnecting: Promise<unknown> = Promise.resolve();

/** Done once the wallet of the last visit is connected again, or is known to be gone. */
export async function untilReconnected(): Promise<void> {
  await reconnecting;
}

/**
 * The wallets of real chains: those that announce themselves (EIP-6963) and the one that an old
 * browser extension puts on the page. Made once; remembers the connection over reloads.
 * @param slugs the real chains of this launchpad, at least one
 */
export function getWagmi(
  slugs: readonly ChainSlug[],
  connectors: readonly CreateConnectorFn[] = [],
): Wagmi {
  if (shared !== null) return shared;
  const chains = slugs.map((slug) => viemChain(slug, chainUrl(slug)));
  const [first, ...others] = chains;
  if (first === undefined) throw new TypeError("wallets are for real chains, and there is none");
  const transports: Record<number, Transport> = Object.fromEntries(
    chains.map(({ id, rpcUrls }) => [id, http(rpcUrls.default.http[0])]),
  );
  const config = createConfig({
    chains: [first, ...others],
    connectors: [...(hasLegacyWallet() ? [injected()] : []), ...connectors],
    transports,
    storage: createStorage({ key: "slipway.wagmi", storage: window.localStorage }),
  });
  shared = config;
  watchConnection(config, { onChange: () => remember(config) });
  reconnecting = reconnect(config);
  return config;
}

function remember(config: Wagmi): void {
  const { status, address, chainId, connector } = getConnection(config);
  if (status === "connected") {
    connection.write({ address, chainId, name: connector.name });
  } else if (status === "disconnected") {
    connection.write(null);
  }
}

function hasLegacyWallet(): boolean {
  return "ethereum" in window && typeof window.ethereum === "object";
}
