import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import type { ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { claimOf, findClaimed, requireSameBody } from "./keyed-request";

/**
 * Runs a synchronous operation once for an Idempotency-Key: the same key and body answer the first
 * answer; while the first request is still at work, a second one joins it, because `run` gets the
 * same operation id. Without a key every request is an operation of its own.
 * @throws AppError invalid_idempotency_key, idempotency_key_reused, and whatever `run` throws
 */
export async function once<S extends z.ZodType<Record<string, unknown>>>({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "idempotency" | "ids">;
  input: {
    operation: string;
    chain: ChainSlug;
    key: string | null;
    request: object;
    answer: S;
    /** Counts a request before its first cost; replays have a limit of their own. */
    limit: (policy: "manager" | "dryRun") => Promise<void>;
    run: (operationId: string) => Promise<z.output<S>>;
  };
}): Promise<z.output<S>> {
  const { operation, chain, limit, run } = input;
  const claim = claimOf(input);
  if (claim === null) {
    await limit("manager");
    return run(`${operation}:${ctx.ids.jobId()}`);
  }
  const before = await findClaimed(ctx, claim);
  await limit(before === null ? "manager" : "dryRun");
  if (before?.answer) return input.answer.parse(before.answer);

  const record = requireSameBody(await ctx.idempotency.claim(claim), claim);
  // A key is forgotten after a day, what was made with it is not: the next claim is another operation.
  const operationId = [operation, chain, claim.key, record.claimedAt.getTime()].join(":");
  const answer = await run(operationId).catch(async (error: unknown) => {
    // Refused before anything was sent: the caller may correct the body and keep the key.
    const isRefusal =
      error instanceof AppError && (error.status === 400 || error.code === "budget_exhausted");
    if (isRefusal) await ctx.idempotency.release(claim);
    throw error;
  });
  await ctx.idempotency.answer(claim, answer);
  return answer;
}
