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
import { countDown } from "@/lib/support/count-down";
import { requireCapability } from "./capabilities";
import {
  type CreatedManager,
  createManager,
  finishManager,
  type ManagerTerms,
  WAIT_MS,
} from "./create-manager";

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

/** A creation whose transaction is not stored yet; a repetition of its request has the same `transactionId`. */
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
 * @param resolve checks the request, reserves gas and returns what to create
 * @param render the answer
 * @throws AppError unsupported_operation before any side effect, and those of `runOncePerKey`, `resolve` and
 *   `createManager`
 */
export async function createOnce<
  Request extends object,
  S extends z.ZodType<Record<string, unknown>>,
>({
  ctx,
  input,
  operation,
  answer,
  resolve,
  render,
}: {
  ctx: CreationContext & Pick<ServiceContext, "idempotency" | "ids">;
  input: CreationInput<Request>;
  operation: string;
  answer: S;
  resolve: (creation: Creation<Request>) => Promise<ManagerTerms>;
  render: (manager: CreatedManager) => z.output<S> | Promise<z.output<S>>;
}): Promise<z.output<S>> {
  const { chain: slug, idempotencyKey: key, request, limit } = input;
  const remainingMs = countDown(WAIT_MS);
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
      run: async (transactionId, check) => {
        // A repetition returns what the first request stored: since then a username may have a new owner, or
        // the launchpad new contracts.
        const transaction = await ctx.transactions.find(transactionId);
        if (transaction !== null) {
          const input = { chain, transaction, waitMs: remainingMs() };
          return render(await finishManager({ ctx, input }));
        }
        const terms = await resolve({ chain, transactionId, request, use, limit });
        const input = { ...terms, chain, transactionId, check, waitMs: remainingMs() };
        return render(await createManager({ ctx, input }));
      },
    },
  });
}
