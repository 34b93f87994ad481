import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "viem";
import type { LaunchChain } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";
import type { StoredTransaction } from "../../db/launches/launch-store";
import { AppError } from "../../domain/errors";
import { requireJob } from "./require-job";

const POLL_FIRST_MS = 25;
const POLL_MAX_MS = 1_000;
/** How long one run of the step waits; the engine runs it again after that. */
const WAIT_MS = 25_000;

/** What became of a launch's transaction. */
export type LaunchOutcome = { kind: "launched"; token: Address } | { kind: "reverted" };

/**
 * Waits until the launch stands on chain. Asks for the receipt, and for the token by its launch id,
 * so that a lost hash or a replaced transaction does not matter.
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
  const transaction = await ctx.launches.findTransaction(job.id);
  const deadline = Date.now() + WAIT_MS;
  for (let pause = POLL_FIRST_MS; ; pause = Math.min(pause * 1.5, POLL_MAX_MS)) {
    const outcome = await findOutcome(chain, job.launchId, transaction);
    if (outcome !== null) return outcome;
    if (Date.now() + pause > deadline) {
      throw new AppError("dependency_unavailable", "The transaction is not mined yet");
    }
    await sleep(pause);
    // A node that was restarted may have lost what it had not mined; sending again is harmless.
    if (pause === POLL_MAX_MS && transaction) await chain.broadcast(transaction.rawTransaction);
  }
}

async function findOutcome(
  chain: LaunchChain,
  launchId: `0x${string}`,
  transaction: StoredTransaction | null,
): Promise<LaunchOutcome | null> {
  const receipt = transaction && (await chain.findReceipt(transaction.hash));
  if (receipt?.status === "launched") return { kind: "launched", token: receipt.token };
  const token = await chain.findToken(launchId);
  if (token !== null) return { kind: "launched", token };
  return receipt?.status === "reverted" ? { kind: "reverted" } : null;
}
