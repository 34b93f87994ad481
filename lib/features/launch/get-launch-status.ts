import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import { formatSplit } from "@/lib/features/managers/rules/fee-split";
import type { TransactionContext } from "@/lib/features/transactions/kinds/kind";
import { reopenIndexed } from "@/lib/features/transactions/remove-unsent";
import { isEnded } from "@/lib/features/transactions/rules";
import { settleNow } from "@/lib/features/transactions/settle";
import { isOfKind, type Transaction } from "@/lib/features/transactions/transaction";
import { AppError } from "@/lib/shared/errors";
import { findQueuePosition } from "./find-queue-position";
import { estimateWaitSeconds, publicErrorOf } from "./rules/launch-job";
import type { Treasury } from "./rules/treasury";
import type { LaunchStatus } from "./schema/answers";

/** The fields of a job that is not in the queue. */
const notQueued = ({ chain }: Pick<Transaction, "chain">) =>
  ({ success: true, chain, queuePosition: 0, estimatedWaitTime: 0 }) as const;

/**
 * The state of a launch job. Looks for the token of a prepared launch, which another wallet sends.
 * @throws AppError job_not_found
 */
export async function getLaunchStatus({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, keyof TransactionContext>;
  input: { jobId: string };
}): Promise<LaunchStatus> {
  const job = await ctx.transactions.find(input.jobId);
  if (job !== null && isOfKind(job, "prepared_launch")) return describePrepared(ctx, job);
  if (job === null || !isOfKind(job, "launch")) throw new AppError("job_not_found");
  if (job.state === "completed") return completed(job);
  if (job.state === "failed") return failed(job);
  const { position, recentSeconds } = await findQueuePosition({ ctx, launch: job });
  return {
    success: true,
    chain: job.chain,
    state: job.state,
    queuePosition: position,
    estimatedWaitTime: estimateWaitSeconds(position, recentSeconds),
  };
}

async function describePrepared(
  ctx: TransactionContext,
  known: Transaction<"prepared_launch">,
): Promise<LaunchStatus> {
  const isOpen =
    !isEnded(known.state) || (known.state === "failed" && (await reopenIndexed(ctx, known)));
  const job = isOpen ? await lookForToken(ctx, known) : known;
  const { sender: from, deadline } = job.payload;
  const permit = { from, expiresAt: Number(deadline) };
  if (job.state === "completed") return { ...completed(job), permit };
  if (job.state === "failed") return { ...failed(job), permit };
  return { ...notQueued(job), state: "waiting", permit };
}

/** The launch after its token was looked for; unchanged when the node does not respond. */
async function lookForToken(
  ctx: TransactionContext,
  job: Transaction<"prepared_launch">,
): Promise<Transaction<"prepared_launch">> {
  try {
    await settleNow(ctx, { id: job.id });
  } catch (err) {
    ctx.log.warn({ err, id: job.id }, "prepared launch not looked for");
  }
  const found = await ctx.transactions.find(job.id);
  return found !== null && isOfKind(found, "prepared_launch") ? found : job;
}

function completed(job: Transaction<"launch" | "prepared_launch">) {
  const { transactionHash, result } = job;
  const { token, tokenUri, creator, startTime } = job.payload;
  if (result === null || transactionHash === null) {
    throw new Error(`Job ${job.id} is completed without a token`);
  }
  return {
    ...notQueued(job),
    state: "completed" as const,
    transactionHash,
    collectionToken: {
      address: result.tokenAddress,
      imageIpfs: token.imageIpfs,
      name: token.name,
      symbol: token.symbol,
      tokenURI: tokenUri,
      creator,
    },
    ...(startTime === undefined ? {} : { startTime }),
    ...describeTreasury(job.payload.treasury, result.managerAddress),
  };
}

/** The managers and recipients of a completed job; null if there are none. */
function describeTreasury(treasury: Treasury, managerAddress: Address | null) {
  const isSplit = treasury.kind === "fee_split_manager" || treasury.kind === "fee_split";
  return {
    revenueManagerAddress: treasury.kind === "revenue_manager" ? treasury.manager : null,
    feeSplitManagerAddress: isSplit ? managerAddress : null,
    feeSplitRecipients:
      treasury.kind === "fee_split"
        ? treasury.recipients.map(({ account, splitMicroPercent, original }) => ({
            address: account,
            percentage: formatSplit(splitMicroPercent),
            originalInput: original,
          }))
        : null,
  };
}

function failed(job: Transaction<"launch" | "prepared_launch">) {
  return {
    ...notQueued(job),
    state: "failed" as const,
    transactionHash: job.transactionHash,
    error: job.error === null ? "The launch failed" : publicErrorOf(job.error),
    collectionToken: null,
    ...(job.mayHaveSucceeded ? { transactionMayHaveSucceeded: true as const } : {}),
  };
}
