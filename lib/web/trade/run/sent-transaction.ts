import type { Hash } from "viem";
import type { NonceSlot } from "./nonce-slot";

/** A transaction that a wallet has sent. `place` is null until a node has shown it. */
export type SentTransaction = { hash: Hash; place: NonceSlot | null };
