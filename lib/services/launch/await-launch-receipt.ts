import type { Address, Hash } from "viem";
import type { LaunchChain } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";
import type { LaunchJob } from "../../db/launches/launch-store";
import { AppError } from "../../domain/errors";
import { findOutcome } from "../transactions/find-outcome";
import { poll } from "../transactions/poll";
import { requireJob } from "./require-job";

/** How long one run of the step waits; the engine runs it again after that. */
const WAIT_MS = 25_000;

/** What became of a launch. */
export type LaunchOutcome =
  | { kind: "launched"; token: Address; manager: Address | null; hash: Hash }
  | { kind: "reverted"; hash: Hash };

/**
 * Waits until the launch stands on chain. The chain is asked for the token by its launch id, so a
 * lost hash or a replaced transaction does not matter.
 * @throws AppError dependency_unavailable (retryable) when it is still not mined
 */
export async function awaitLaunchReceipt({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { jobId: string };
}): Promise<LaunchOutcome> {
  const { job, chain } = await requireJob(ctx, input.jobId);
  const outcome = await findLaunch(ctx, chain, job);
  if (outcome !== null) return outcome;
  await poll(WAIT_MS, () => findOutcome({ ctx, input: { chain, operationId: job.id } }));
  await ctx.launches.touch(job.id);
  const later = await findLaunch(ctx, chain, job);
  if (later !== null) return later;
  throw new AppError("dependency_unavailable", "The transaction was not mined in time");
}

/**
 * What is on chain about a job, or null when nothing is so far. A token that stands counts, even
 * beside a transaction that was reverted: one that launches a second time is.
 */
export async function findLaunch(
  ctx: ServiceContext,
  chain: LaunchChain,
  job: LaunchJob,
): Promise<LaunchOutcome | null> {
  const mined = await findOutcome({ ctx, input: { chain, operationId: job.id } });
  const token = await chain.findToken(job.launchId);
  if (token === null) {
    return mined?.status === "reverted" ? { kind: "reverted", hash: mined.hash } : null;
  }
  // It may have been mined between the two looks, or by a transaction that this database lost.
  const hash = mined?.status === "success" ? mined.hash : await chain.findLaunchHash(token);
  if (hash === null) return null;
  const manager = job.treasury.kind === "none" ? null : await chain.feeStreamHolder(token);
  return { kind: "launched", token, manager, hash };
}
