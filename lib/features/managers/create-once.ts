import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { type GasUse, gasUseOf } from "@/lib/features/budget/reserve-gas";
import { requireChain } from "@/lib/features/chains/require-chain";
import { runOncePerKey } from "@/lib/features/idempotency/run-once-per-key";
import type { TransactionContext } from "@/lib/features/transactions/kinds/kind";
import type { CallerLimits } from "@/lib/http/limits/caller-limits";
import type { Caller } from "@/lib/http/limits/callers";
import type { ChainSlug } from "@/lib/shared/chains";
import { requireCapability } from "./capabilities";

/** The context of the creation of a manager. */
export type CreationContext = TransactionContext &
  Pick<ServiceContext, "env" | "nonceGaps" | "settings">;

/** A request to create a manager. */
export type CreationInput<Request> = {
  chain: ChainSlug;
  request: Request;
  idempotencyKey: string | null;
  /** Null for our own programs. */
  caller: Pick<Caller, "isExempt"> | null;
  limit: CallerLimits["limit"];
};

/** A creation that runs; a repetition of its request has the same `transactionId`. */
export type Creation<Request> = {
  chain: LaunchChain;
  transactionId: string;
  request: Request;
  use: GasUse;
  limit: CallerLimits["limit"];
};

/**
 * Creates a manager once per Idempotency-Key.
 * @param operation its name in stored keys: another name would run their requests again
 * @throws AppError unsupported_operation before any side effect, and those of `runOncePerKey` and `run`
 */
export async function createOnce<
  Request extends object,
  S extends z.ZodType<Record<string, unknown>>,
>({
  ctx,
  input,
  operation,
  answer,
  run,
}: {
  ctx: CreationContext & Pick<ServiceContext, "idempotency" | "ids">;
  input: CreationInput<Request>;
  operation: string;
  answer: S;
  run: (creation: Creation<Request>) => Promise<z.output<S>>;
}): Promise<z.output<S>> {
  const { chain: slug, idempotencyKey: key, request, limit } = input;
  const chain = requireChain(ctx, slug);
  requireCapability(chain, "standaloneManager");
  const use = gasUseOf(input.caller);
  return runOncePerKey({
    ctx,
    input: {
      operation,
      chain: slug,
      key,
      request,
      answer,
      limit,
      run: (transactionId) => run({ chain, transactionId, request, use, limit }),
    },
  });
}
