import { hkdfSync } from "node:crypto";
import { bytesToHex } from "viem";
import { HDKey, hdKeyToAccount, type LocalAccount, privateKeyToAccount } from "viem/accounts";
import type { Identity } from "@/lib/shared/identity";
import type { Seed } from "../secrets/seed-file";

/** Part of every key of an identity; a changed one would give every identity another wallet. */
const PURPOSE = "slipway:managed-wallet:v1";
const KEY_BYTES = 32;

/**
 * The input of a wallet's key, besides the seed. `index`: its number in the database, as in earlier
 * releases. `identity`: the identity alone, so that a database restored from a backup gives an
 * identity that it lacks the same wallet again.
 */
export type WalletDerivation = "index" | "identity";

/** Derives accounts of managed wallets. */
export function createWalletDeriver() {
  // Derived once and only when a numbered wallet is needed, because it is slow.
  const roots = new Map<string, HDKey>();

  /** @param wallet of this identity, registered with this seed */
  return function deriveWallet(
    seed: Seed,
    wallet: { index: number; derivation: WalletDerivation },
    { type, id }: Identity,
  ): LocalAccount {
    if (wallet.derivation === "identity") {
      const key = hkdfSync("sha256", seed.bytes, PURPOSE, `${type}:${id}`, KEY_BYTES);
      return privateKeyToAccount(bytesToHex(new Uint8Array(key)));
    }
    const root = roots.get(seed.id) ?? HDKey.fromMasterSeed(seed.bytes);
    roots.set(seed.id, root);
    return hdKeyToAccount(root, { addressIndex: wallet.index });
  };
}
