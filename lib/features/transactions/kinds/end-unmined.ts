import type { Address, Hash } from "viem";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { Sender } from "@/lib/drivers/chain/create-sender";
import type { AccountReader } from "@/lib/drivers/chain/readers/create-account-reader";
import { confirmMined } from "../count-mined";
import { isEnded, type TransactionState } from "../rules";
import { sendSigned } from "../send-signed";
import type { Failed, TransactionContext } from "./kind";

/** Until this age a missing receipt counts as a delay of the node, not as a replaced transaction. */
const RECEIPT_DELAY_MS = 60_000;
/** Until this age the wallet may still get what its transaction costs. */
const UNFUNDED_MS = 600_000;
/** How long a nonce must be used without a receipt: one backend of a node may lag behind another. */
const REPLACED_MS = 60_000;
/** Older observations are discarded. */
const LOOK_MS_MAX = 3_600_000;
const REPLACED = "Another transaction of this wallet replaced it";
const UNFUNDED = "The wallet has too little ETH to pay for it";

/**
 * When this process first found the nonce of a transaction used without a receipt, by hash. A restart
 * only delays the end of the transaction.
 */
const usedSince = new Map<Hash, number>();

/**
 * The end of a transaction of a managed wallet without a receipt, or null while it may be mined: its
 * owner also used the wallet outside this service. What the wallet cannot pay gives its nonce to the
 * wallet's next action, which makes it invalid. Otherwise it would hold the wallet, and be mined
 * with income of a later day. Such a transaction, which has failed, is certain not to be mined once
 * another one has its nonce. Two checks at least a minute apart confirm this: a backend of the node that
 * lags has no receipt of a mined transaction, and a request after its end would send it again.
 */
export async function endUnmined(
  ctx: Pick<TransactionContext, "clock" | "log" | "signedTransactions">,
  chain: AccountReader & ChainIdentity & Sender,
  { id, state, payload }: { id: string; state: TransactionState; payload: { wallet: Address } },
): Promise<Failed | null> {
  const [stored] = await ctx.signedTransactions.listOf(id);
  if (stored === undefined) return null;
  const { nonce, hash, rawTransaction, createdAt } = stored;
  const ageMs = ctx.clock.now().getTime() - createdAt.getTime();
  if (ageMs < RECEIPT_DELAY_MS) return null;
  const { wallet } = payload;
  const mined = await confirmMined(() => chain.nonceOf(wallet), nonce);
  if (mined > nonce) {
    // Its block may have come between the first look for a receipt and the count.
    if ((await chain.findMined(hash)) !== null) return null;
    if (!isUsedForLong(hash, ctx.clock.now().getTime())) return null;
    const error = isEnded(state) ? UNFUNDED : REPLACED;
    return { state: "failed", transactionHash: null, error };
  }
  usedSince.delete(hash);
  if (isEnded(state)) return null;
  const on = { chainId: chain.deployment.chainId, wallet };
  if (mined < nonce) {
    // A reorg removed earlier transactions of the wallet, and nothing after them is mined without them.
    const removed = await ctx.signedTransactions.listRecorded(on, { from: mined, before: nonce });
    for (const one of removed) await sendSigned(ctx, chain, one);
    return null;
  }
  if (ageMs < UNFUNDED_MS) return null;
  if ((await chain.tryBroadcast(rawTransaction)) !== "unfunded") return null;
  if (!(await ctx.signedTransactions.returnNonce(on, { id, nonce }))) return null;
  // A node may still have the bytes and mine them before the next action of the wallet.
  return { state: "failed", transactionHash: null, error: UNFUNDED, mayHaveSucceeded: true };
}

/** Remembers that a nonce is used without a receipt. @returns whether it has been for a minute */
function isUsedForLong(hash: Hash, now: number): boolean {
  for (const [other, since] of usedSince) {
    if (now - since > LOOK_MS_MAX) usedSince.delete(other);
  }
  const since = usedSince.get(hash) ?? now;
  usedSince.set(hash, since);
  return now - since >= REPLACED_MS;
}
