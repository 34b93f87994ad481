import type { ServiceContext } from "@/lib/context";
import { isOfKind, type Transaction } from "@/lib/features/transactions/transaction";
import { AppError } from "@/lib/shared/errors";
import { keyedJob } from "./schema/prepare";

const TEXTS = {
  service: "This Idempotency-Key prepared a launch that a wallet sends, so the service sends none.",
  wallet: "The service sends the launch of this Idempotency-Key, so it cannot be prepared.",
} as const;

/**
 * One key launches one token, either by the service or by a wallet.
 * @param by the intended sender of the second launch
 * @param answer the response to the first request with the key
 */
export function launchConflict(by: keyof typeof TEXTS, answer: unknown): AppError {
  const { data } = keyedJob.safeParse(answer);
  const text = `${TEXTS[by]} Poll launch-status, or use another key for another token.`;
  return new AppError("launch_conflict", text, { extras: data ?? {} });
}

/**
 * The error for a key whose launch a wallet has already sent. Reads the job again: its token's address may
 * have changed.
 */
export async function alreadyLaunched(
  ctx: Pick<ServiceContext, "transactions">,
  { id: jobId, payload }: Transaction<"prepared_launch">,
): Promise<AppError> {
  const job = await ctx.transactions.find(jobId);
  const result = job !== null && isOfKind(job, "prepared_launch") ? job.result : null;
  const token = result?.tokenAddress ?? payload.expectedAddress;
  const text = `The launch of this Idempotency-Key was sent: ${token}. Use another key for another token.`;
  return new AppError("launch_conflict", text, { extras: { jobId } });
}
