import type { ServiceContext } from "@/lib/context";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { AppError } from "@/lib/shared/errors";
import { jobViewOf } from "./job-views";
import { jobActionsOf, jobStateOf } from "./rules/job-actions";
import type { JobAnswer, JobDetails } from "./schema";
import type { Job, JobFilter, SignedRow } from "./store/create-job-list";

/** A page of transactions, the latest first. */
export async function listJobs({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "jobList">;
  input: JobFilter;
}): Promise<{ jobs: JobAnswer[]; next: number | null }> {
  const found = await ctx.jobList.list({ ...input, limit: input.limit + 1 });
  const jobs = found.slice(0, input.limit);
  return {
    jobs: jobs.map(renderJob),
    next: found.length > input.limit ? (jobs.at(-1)?.sequence ?? null) : null,
  };
}

/**
 * A transaction with its steps, and which actions are possible.
 * @throws AppError job_not_found
 */
export async function getJob({
  ctx,
  input: { id },
}: {
  ctx: Pick<ServiceContext, "chains" | "jobList" | "log">;
  input: { id: string };
}): Promise<JobDetails> {
  const job = await ctx.jobList.find(id);
  if (job === null) throw new AppError("job_not_found");
  const [rows, gas] = await Promise.all([ctx.jobList.signedOf(id), ctx.jobList.gasOf(id)]);
  const chain = ctx.chains[job.chain];
  const signed = await Promise.all(rows.map((row) => renderSigned(ctx, chain, row)));
  const { tokenAddress, managerAddress } = jobViewOf(job);
  return {
    job: {
      ...renderJob(job),
      owner: job.owner,
      storedState: job.state,
      tokenAddress,
      managerAddress,
      payload: toJson(job.payload),
    },
    signed,
    gas: gas && { wei: gas.wei.toString(), isSettled: gas.isSettled },
    actions: jobActionsOf(job),
  };
}

function renderJob(job: Job): JobAnswer {
  const { id, sequence, kind, chain, transactionHash, error } = job;
  return {
    id,
    sequence,
    kind,
    chain,
    state: jobStateOf(job),
    title: jobViewOf(job).title,
    transactionHash,
    error,
    createdAt: job.createdAt.toISOString(),
    touchedAt: job.touchedAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
  };
}

async function renderSigned(
  ctx: Pick<ServiceContext, "log">,
  chain: LaunchChain | undefined,
  { hash, nonce, maxFeePerGas, createdAt, settledAt }: SignedRow,
): Promise<JobDetails["signed"][number]> {
  const found = await chain?.explainReceipt(hash).catch((err: unknown) => {
    // The rest of the page does not depend on the chain.
    ctx.log.warn({ err, hash }, "receipt not read for the console");
    return null;
  });
  return {
    hash,
    nonce,
    maxFeePerGasWei: maxFeePerGas.toString(),
    signedAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
    status: found?.status ?? null,
    revert: found?.revert ?? null,
  };
}

function toJson(payload: unknown): unknown {
  return JSON.parse(
    JSON.stringify(payload, (_key, part: unknown) =>
      typeof part === "bigint" ? part.toString() : part,
    ),
  );
}
