import type { Hash } from "viem";
import type { NonceSlot } from "./nonce-slot";

/** A transaction that a wallet has sent. `place`, its nonce slot, is null until a node has
 * returned it. */
export type SentTransaction = { hash: Hash; place: NonceSlot | null };
