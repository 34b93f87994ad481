import type { ServiceContext } from "@/lib/context";
import { findClaimed } from "@/lib/features/idempotency/keyed-request";
import type { KeyClaim } from "@/lib/features/idempotency/store/create-idempotency-store";
import { isOfKind, type Transaction } from "@/lib/features/transactions/transaction";
import type { LaunchDryRun } from "./schema/answers";
import { keyedJob } from "./schema/prepare";

type KeyedLaunch = Transaction<"launch"> | Transaction<"prepared_launch">;

/**
 * The launch of a key, which the service or a wallet sends; null for a new key.
 * @throws AppError idempotency_key_reused
 */
export async function findKeyedLaunch(
  ctx: Pick<ServiceContext, "idempotency" | "transactions">,
  claim: KeyClaim,
): Promise<KeyedLaunch | null> {
  const found = await findClaimed(ctx, claim);
  if (found === null) return null;
  const { jobId } = keyedJob.parse(found.answer);
  const job = await ctx.transactions.find(jobId);
  if (job !== null && (isOfKind(job, "launch") || isOfKind(job, "prepared_launch"))) return job;
  throw new Error(`The launch ${jobId} is missing`);
}

/**
 * A dry run with a key that has a launch: a request with the key launches this token or none, whoever
 * pays.
 */
export function dryRunOf(job: KeyedLaunch): LaunchDryRun {
  const { creatorIdentity, creator, expectedAddress } = job.payload;
  const message = `Dry run: this Idempotency-Key ${describeUse(job)}`;
  const walletProvider = creatorIdentity && { type: creatorIdentity.type, address: creator };
  return { success: true, message, dryRun: true, walletProvider, expectedAddress };
}

/** The use of a key by its launch, as the rest of a sentence. */
function describeUse(job: KeyedLaunch): string {
  const { state, mayHaveSucceeded } = job;
  if (state === "completed") return "has already launched this token";
  // It can be prepared again, also after its permit has expired.
  if (isOfKind(job, "prepared_launch")) return "has already prepared this token";
  if (state !== "failed") return "is launching this token";
  return mayHaveSucceeded
    ? "was used by a launch that failed but may still have launched this token"
    : "was used by a launch that failed. Use another key.";
}
