import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import type { Executor } from "@/lib/drivers/db/create-database";
import type { ChainSlug } from "@/lib/shared/chains";
import { REFUSALS } from "@/lib/shared/error-outcomes";
import { AppError } from "@/lib/shared/errors";
import { claimOf, findClaimed, requireSameBody } from "./keyed-request";

/**
 * Runs a synchronous operation once per Idempotency-Key. The same key and body return the first
 * answer. While the first request is running, a second one joins it, because `run` gets the same
 * transaction id. Without a key every request is a new operation.
 * @param input.run stores its transaction with `check`, which runs first in the same database transaction
 * @throws AppError invalid_idempotency_key, idempotency_key_reused, and errors of `run`
 */
export async function runOncePerKey<S extends z.ZodType<Record<string, unknown>>>({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "idempotency" | "ids" | "transactions">;
  input: {
    operation: string;
    chain: ChainSlug;
    key: string | null;
    request: object;
    answer: S;
    /** Counts a request before its first side effect; replays have a separate limit. */
    limit: (policy: "manager" | "dryRun") => Promise<void>;
    run: (transactionId: string, check?: (tx: Executor) => Promise<void>) => Promise<z.output<S>>;
  };
}): Promise<z.output<S>> {
  const { operation, chain, limit, run } = input;
  const claim = claimOf(input);
  if (claim === null) {
    await limit("manager");
    return run(`${operation}:${ctx.ids.randomId()}`);
  }
  const before = await findClaimed(ctx, claim);
  await limit(before === null ? "manager" : "dryRun");
  if (before?.answer) return input.answer.parse(before.answer);

  const record = requireSameBody(await ctx.idempotency.claim(claim), claim);
  // Keys expire after a day, but what they created remains: the time of the claim makes a later
  // claim a new operation.
  const transactionId = [operation, chain, claim.key, record.claimedAt.getTime()].join(":");
  const held = { ...claim, claimedAt: record.claimedAt };
  // A concurrent request of the same claim may have been rejected and have released the key. Another
  // request may have claimed it since, so storing a transaction without the key would do the work twice.
  const check = async (tx: Executor) => {
    if (await ctx.idempotency.hold(tx, held)) return;
    throw new AppError("dependency_unavailable", "Try again. Nothing was queued.");
  };
  const answer = await run(transactionId, check).catch(async (error: unknown) => {
    // Rejected before anything was sent: the caller may correct the body and reuse the key. A repetition
    // can be rejected as well, after the first request has sent its transaction.
    const isRefusal =
      error instanceof AppError && (error.status === 400 || REFUSALS.has(error.code));
    if (isRefusal) {
      await ctx.idempotency.release(held, (tx) => ctx.transactions.mayBeSent(transactionId, tx));
    }
    throw error;
  });
  await ctx.idempotency.answer(held, answer);
  return answer;
}
