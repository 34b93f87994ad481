import type { Hash } from "viem";
import type { NonceSlot } from "./nonce-slot";

/**
 * A transaction that a wallet has sent. `place` is its nonce slot, null until a node has returned the
 * transaction. Browsers store trades with this field name (`pending-trades.ts`).
 */
export type SentTransaction = { hash: Hash; place: NonceSlot | null };
