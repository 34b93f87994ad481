import type { ServiceContext } from "@/lib/context";

/**
 * Whether an operation has a transaction that was sent or still may be: one that is stored and has not
 * certainly failed. A repetition that fails must not undo what such an operation holds.
 */
export async function mayBeSent(
  ctx: Pick<ServiceContext, "transactions">,
  operationId: string,
): Promise<boolean> {
  const stored = await ctx.transactions.find(operationId);
  return stored !== null && (stored.state !== "failed" || stored.mayHaveSucceeded);
}
