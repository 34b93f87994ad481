import type { ServiceContext } from "@/lib/context";
import type { Executor } from "@/lib/drivers/db/create-database";
import type { Change } from "@/lib/features/admin/rules/audit";
import { repairNonces } from "@/lib/features/transactions/heal-nonces";
import type { TransactionContext } from "@/lib/features/transactions/kinds/kind";
import { endApproval } from "@/lib/features/transactions/kinds/trade";
import { settleNow } from "@/lib/features/transactions/settle";
import type { ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { type JobActions, jobActionsOf, jobStateOf } from "./rules/job-actions";
import type { Job } from "./store/create-job-list";

const APPROVAL_SIGNED =
  "The approval of this sale is signed and not mined yet. Cancel the sale after it is mined.";

type Call<Ctx, Input = { id: string }> = { ctx: Ctx; tx: Executor; input: Input; reason: string };

/**
 * Hands an open transaction to the job engine again, as web servers do with stale ones. Each step
 * is idempotent, so a second run at the same time is harmless.
 * @throws AppError job_not_found, conflict
 */
export async function retryJob({
  ctx,
  tx,
  input: { id },
}: Call<Pick<ServiceContext, "jobList" | "transactions">>): Promise<Change> {
  const job = await requireJob(ctx, id, "retry");
  if (!(await ctx.transactions.requeue(tx, id))) throw ended();
  const state = jobStateOf(job);
  return { target: targetOf(job), before: { state }, after: { state, requeued: true } };
}

/**
 * Fails an open transaction without signed bytes: nothing of it can be mined. Also fails the approval of
 * a sale. A sale is not canceled while its signed approval is not mined: the approval uses the wallet's
 * next nonce.
 * @throws AppError job_not_found, conflict
 */
export async function cancelJob({
  ctx,
  tx,
  input: { id },
  reason,
}: Call<
  Pick<ServiceContext, "chains" | "gasLedger" | "jobList" | "log" | "transactions">
>): Promise<Change & { afterCommit: () => Promise<void> }> {
  const job = await requireJob(ctx, id, "cancel");
  const error = `Canceled by the operator: ${reason}`;
  if (job.kind === "trade" && !(await endApproval(ctx, id, tx)))
    throw new AppError("conflict", APPROVAL_SIGNED);
  if (!(await ctx.transactions.failUnsigned(id, error, tx))) throw ended();
  return {
    target: targetOf(job),
    before: { state: jobStateOf(job) },
    after: { state: "failed", error },
    async afterCommit() {
      const chainId = ctx.chains[job.chain]?.deployment.chainId;
      // Released after 30 minutes otherwise.
      if (chainId !== undefined) await ctx.gasLedger.release({ chainId, transactionId: id });
    },
  };
}

/**
 * Reads the outcome of a failed transaction that may have succeeded from the chain, and records it.
 * @throws AppError job_not_found, conflict while the chain does not know the outcome either
 */
export async function resolveJob({
  ctx,
  tx,
  input: { id },
}: Call<TransactionContext & Pick<ServiceContext, "jobList">>): Promise<Change> {
  const job = await requireJob(ctx, id, "resolve");
  const state = await settleNow(ctx, { id, tx });
  const now = await ctx.transactions.find(id, tx);
  if (now === null || now.mayHaveSucceeded) {
    const text =
      "The transaction is not mined. It stays undecided and is checked again each minute.";
    throw new AppError("conflict", text);
  }
  const { transactionHash, error } = now;
  return {
    target: targetOf(job),
    before: { state: jobStateOf(job), error: job.error },
    after: { state, transactionHash, error },
  };
}

/**
 * Closes the gap in the server wallet's nonces, as `npm run heal -- --apply` does.
 * @throws AppError conflict when nothing blocks the wallet
 */
export async function healNonces({
  ctx,
  tx,
  input: { chain },
}: Call<Pick<ServiceContext, "chains" | "log" | "nonceGaps">, { chain: ChainSlug }>): Promise<
  Change & { afterCommit: () => Promise<void> }
> {
  const healed = await repairNonces({ ctx, input: { chain, apply: true, tx } });
  if (healed === null) throw new AppError("conflict", "Nothing blocks the server wallet here");
  const { missing, mined, next, moves } = healed.repair;
  return {
    target: `server-wallet:${chain}`,
    before: { mined, next, missing },
    // The audit log is permanent, so its names stay.
    after: {
      moves: moves.map(({ transactionId: operationId, ...move }) => ({ operationId, ...move })),
    },
    afterCommit: healed.broadcast,
  };
}

/** @throws AppError job_not_found; conflict with the reason why the action is not possible */
async function requireJob(
  ctx: Pick<ServiceContext, "jobList">,
  id: string,
  action: keyof JobActions,
): Promise<Job> {
  const job = await ctx.jobList.find(id);
  if (job === null) throw new AppError("job_not_found");
  const why = jobActionsOf(job)[action];
  if (why !== null) throw new AppError("conflict", why);
  return job;
}

/** It ended, or was signed, since the page was loaded. */
function ended(): AppError {
  return new AppError("conflict", "The transaction was signed or ended in the meantime");
}

function targetOf({ kind, id }: Pick<Job, "kind" | "id">): string {
  return `${kind}:${id}`;
}
