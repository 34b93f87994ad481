import type { Hex } from "viem";
import type { ChainReader } from "@/lib/drivers/chain/readers/create-chain-reader";
import type { RpcTransaction } from "@/lib/drivers/chain/rpc-shapes";
import type { MarketEvent } from "@/lib/features/market/rules/market-event";
import { lowerAddress } from "@/lib/shared/address/lower-address";
import { UnsteadyNodeError } from "../node-errors";
import { findSyncedTokens } from "./find-synced-tokens";

/**
 * Adds data that only the transaction holds: the trader of a swap, and the tokens named in a change
 * of the protocol recipient. The transaction hash commits to both, so the fork does not matter.
 * @param events changed in place
 * @throws UnsteadyNodeError when the node does not know one of them
 */
export async function addSenders(
  ctx: { reader: Pick<ChainReader, "transactions"> },
  events: readonly MarketEvent[],
): Promise<void> {
  const hashes = new Set<Hex>();
  for (const { kind, txHash } of events) {
    if (kind === "swap" || kind === "protocolRecipient") hashes.add(txHash);
  }
  if (hashes.size === 0) return;
  const list = [...hashes];
  const found = await ctx.reader.transactions(list);
  const byHash = new Map<Hex, RpcTransaction>();
  for (const [i, hash] of list.entries()) {
    const transaction = found[i];
    if (!transaction) throw new UnsteadyNodeError(`transaction ${hash} is not there any more`);
    byHash.set(hash, transaction);
  }
  // One transaction can hold hundreds of these events, and its input 128 KB and more.
  const synced = new Map<string, ReturnType<typeof findSyncedTokens>>();
  for (const event of events) {
    if (event.kind !== "swap" && event.kind !== "protocolRecipient") continue;
    const transaction = byHash.get(event.txHash);
    if (transaction === undefined) continue;
    if (event.kind === "swap") {
      event.trader = lowerAddress(transaction.from);
      continue;
    }
    const key = `${event.txHash} ${event.recipient}`;
    const known = synced.get(key);
    event.synced =
      known === undefined ? findSyncedTokens(event.recipient, transaction.input) : known;
    synced.set(key, event.synced);
  }
}
