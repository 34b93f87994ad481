import type { ServiceContext } from "@/lib/context";
import type { Executor } from "@/lib/drivers/db/create-database";
import { requireChain } from "@/lib/features/chains/require-chain";
import type { ChainSlug } from "@/lib/shared/chains";
import { countMined } from "./count-mined";
import type { Repair } from "./store/create-nonce-gaps";
import { walletOf } from "./store/create-signed-transaction-store";

/**
 * Closes the gap in the server wallet's nonces that blocks a chain's transactions: moves the open and
 * undecided transactions above it to its first nonces and sends them. Safe while servers run, and
 * repeatable.
 * @param input.apply false only reports what would happen
 * @returns null if nothing blocks the wallet
 * @throws AppError unsupported_chain, and errors of the node or the database; nothing changed then
 */
export async function healNonces(call: {
  ctx: Context;
  input: { chain: ChainSlug; apply: boolean };
}): Promise<Repair | null> {
  const healed = await repairNonces(call);
  await healed?.broadcast();
  return healed?.repair ?? null;
}

type Context = Pick<ServiceContext, "chains" | "log" | "nonceGaps">;

/**
 * The same without sending.
 * @param input.tx the database transaction to do it in
 * @returns `broadcast` sends the moved transactions, once the database transaction is committed
 */
export async function repairNonces({
  ctx,
  input: { chain: slug, apply, tx },
}: {
  ctx: Context;
  input: { chain: ChainSlug; apply: boolean; tx?: Executor };
}): Promise<{ repair: Repair; broadcast: () => Promise<void> } | null> {
  const chain = requireChain(ctx, slug);
  const fees = await chain.estimateFees();
  const repaired = await ctx.nonceGaps.repair(walletOf(chain), {
    readMined: () => countMined(chain.transactionCount),
    sign: apply ? (raw, nonce) => chain.signReplacement(raw, fees, nonce) : null,
    within: tx,
  });
  if (repaired === null) return null;
  const { signed, ...repair } = repaired;
  if (apply) ctx.log.warn({ chain: slug, ...repair }, "nonces healed");
  return {
    repair,
    async broadcast() {
      for (const { rawTransaction, hash } of signed) {
        // Stored already: the servers send it again until it is mined.
        await chain
          .broadcast(rawTransaction)
          .catch((err: unknown) => ctx.log.warn({ err, hash }, "transaction not broadcast yet"));
      }
    },
  };
}
