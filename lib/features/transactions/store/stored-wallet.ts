import { and, eq } from "drizzle-orm";
import type { Address } from "viem";
import type { Realm } from "@/lib/shared/realm";
import { nonces, signedTransactions } from "./tables";

export type WalletOnChain = { chainId: number; wallet: Address };
/** A wallet with its realm: nonces and signed bytes of a sandbox chain are separate. */
export type StoredWallet = WalletOnChain & { realm: Realm };

/** The row of a wallet's next nonce. */
export const nonceOf = ({ realm, chainId, wallet }: StoredWallet) =>
  and(eq(nonces.realm, realm), eq(nonces.chainId, chainId), eq(nonces.wallet, wallet));

/** All signed transactions of a wallet. */
export const signedBy = ({ realm, chainId, wallet }: StoredWallet) =>
  and(
    eq(signedTransactions.realm, realm),
    eq(signedTransactions.chainId, chainId),
    eq(signedTransactions.wallet, wallet),
  );
