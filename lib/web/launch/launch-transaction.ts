import { queryOptions, skipToken } from "@tanstack/react-query";
import type { Address, Hash } from "viem";
import type { ChainSlug } from "@/lib/shared/chains";
import type { PendingLaunch } from "./pending-launch";

/**
 * `replaced`: another transaction of the wallet has its nonce. `lost`: the network does not know it,
 * and may have dropped it.
 */
export type SentState = "pending" | "success" | "reverted" | "replaced" | "lost";

const INTERVAL_MS = 2_000;
/** Nodes learn of a transaction with a delay. */
const UNKNOWN_MS = 60_000;

/** The state of a transaction that a wallet has sent. */
export function launchTransactionQuery(sent: PendingLaunch | null) {
  return queryOptions({
    queryKey: ["launch-transaction", sent?.chain, sent?.hash],
    queryFn: sent === null ? skipToken : () => readState(sent),
    refetchInterval: ({ state }) => (isMined(state.data) ? false : INTERVAL_MS),
  });
}

/** Whether a block contains the transaction, also when it failed. */
export function isMined(state: SentState | undefined): boolean {
  return state === "success" || state === "reverted";
}

/** Whether the transaction has ended without a launch, or may never be mined. */
export function isGone(state: SentState | undefined): boolean {
  return state === "reverted" || state === "replaced" || state === "lost";
}

/**
 * The state of a transaction without a receipt.
 * @param facts.sender null for one sent with an earlier version of this page
 * @param facts.minedCount the transactions of the sender in blocks: those with a lower nonce
 */
export function stateWithoutReceipt(facts: {
  isKnown: boolean;
  sender: { nonce: number; minedCount: number } | null;
  ageMs: number;
}): SentState {
  const { isKnown, sender, ageMs } = facts;
  if (isKnown) return "pending";
  if (sender !== null && sender.minedCount > sender.nonce) return "replaced";
  return ageMs > UNKNOWN_MS ? "lost" : "pending";
}

async function readState({ chain, hash, sender, at }: PendingLaunch): Promise<SentState> {
  const reader = await readerOf(chain);
  // Before the receipt: a transaction that is mined in between has one.
  const [isKnown, minedCount] = await Promise.all([
    isThere(() => reader.getTransaction({ hash })),
    sender === null ? null : reader.getTransactionCount({ address: sender.address }),
  ]);
  const receipt = await readReceipt(chain, hash);
  if (receipt !== null) return receipt;
  const counted = sender === null || minedCount === null ? null : { ...sender, minedCount };
  return stateWithoutReceipt({ isKnown, sender: counted, ageMs: Date.now() - at });
}

async function readReceipt(chain: ChainSlug, hash: Hash): Promise<"success" | "reverted" | null> {
  const reader = await readerOf(chain);
  const { TransactionReceiptNotFoundError } = await import("viem");
  try {
    return (await reader.getTransactionReceipt({ hash })).status;
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}

async function isThere(read: () => Promise<unknown>): Promise<boolean> {
  const { TransactionNotFoundError } = await import("viem");
  try {
    await read();
    return true;
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return false;
    throw error;
  }
}

/** The nonces of a wallet: the next one in blocks, and the next one after what it has sent. */
export async function noncesOf(
  chain: ChainSlug,
  address: Address,
): Promise<{ mined: number; next: number }> {
  const reader = await readerOf(chain);
  const [mined, next] = await Promise.all([
    reader.getTransactionCount({ address }),
    reader.getTransactionCount({ address, blockTag: "pending" }),
  ]);
  return { mined, next };
}

async function readerOf(chain: ChainSlug) {
  const { chainReader } = await import("../trade/chain-reader");
  return chainReader(chain);
}
