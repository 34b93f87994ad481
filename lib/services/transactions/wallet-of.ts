import type { LaunchChain } from "../../chain/launch-chain";
import type { WalletOnChain } from "../../db/transactions/transaction-store";

/** The server wallet on a chain, as its nonces are kept. */
export function walletOf(chain: LaunchChain): WalletOnChain {
  return { chainId: chain.deployment.chainId, wallet: chain.serverWallet };
}
