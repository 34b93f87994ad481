import type { ServiceContext } from "@/lib/context";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { type GasUse, gasUseOf, orReleaseGas, reserveGas } from "@/lib/features/budget/reserve-gas";
import { GAS_TO_RESERVE } from "@/lib/features/budget/rules/gas-limit";
import { requireChain } from "@/lib/features/chains/require-chain";
import { requireDestinations } from "@/lib/features/chains/require-destinations";
import { once } from "@/lib/features/idempotency/once";
import type { TransactionContext } from "@/lib/features/transactions/kinds/kind";
import type { Caller } from "@/lib/http/limits/callers";
import type { LimitPolicyName } from "@/lib/operations/limits";
import type { ChainSlug } from "@/lib/shared/chains";
import { requireCapability } from "./capabilities";
import { createManager, saltOf } from "./create-manager";
import { destinationOf, recipientDestinations } from "./recipient-destinations";
import { resolveInTime } from "./resolve-in-time";
import { requireResolvable, resolveRecipients } from "./resolve-recipients";
import { formatSplit } from "./rules/fee-split";
import { splitKindOf } from "./rules/manager-kind";
import {
  type FeeSplitManagerAnswer,
  type FeeSplitManagerRequest,
  feeSplitManagerAnswer,
} from "./schema";

type Context = TransactionContext & Pick<ServiceContext, "env" | "nonceGaps" | "settings">;

/**
 * Creates a fee split manager: fixed, or, on chains with dynamic splits, one whose owner may
 * change the shares.
 * @throws AppError unsupported_operation before any side effect, duplicate_recipients,
 *   invalid_recipient and invalid_body (an address that would lose the money), and those of `once` and
 *   `createManager`
 */
export async function createFeeSplitManager({
  ctx,
  input,
}: {
  ctx: Context & Pick<ServiceContext, "idempotency" | "ids">;
  input: {
    chain: ChainSlug;
    request: FeeSplitManagerRequest;
    idempotencyKey: string | null;
    /** Absent for our own programs. */
    caller?: Pick<Caller, "isExempt">;
    limit: (policy: LimitPolicyName) => Promise<void>;
  };
}): Promise<FeeSplitManagerAnswer> {
  const { chain: slug, request } = input;
  const chain = requireChain(ctx, slug);
  requireCapability(chain, "standaloneManager");

  return once({
    ctx,
    input: {
      operation: "createFeeSplitManager",
      chain: slug,
      key: input.idempotencyKey,
      request,
      answer: feeSplitManagerAnswer,
      limit: input.limit,
      run: (operationId) =>
        run(ctx, {
          chain,
          operationId,
          request,
          use: gasUseOf(input.caller),
          limit: input.limit,
        }),
    },
  });
}

async function run(
  ctx: Context,
  input: {
    chain: LaunchChain;
    operationId: string;
    request: FeeSplitManagerRequest;
    use: GasUse;
    limit: (policy: LimitPolicyName) => Promise<void>;
  },
): Promise<FeeSplitManagerAnswer> {
  const { chain, operationId, request, use, limit } = input;
  await requireDestinations(chain, [
    ...destinationOf(request.owner, { field: "ownerAddress", use: "share" }),
    ...recipientDestinations(request.recipients, "recipients"),
  ]);
  const gas = GAS_TO_RESERVE.manager(request.recipients.length);
  // Reserve gas before creating wallets, so that a manager over the budget leaves nothing behind.
  const reservation = { chain, operationId, gas, use };
  await reserveGas({ ctx, input: reservation });
  const { recipients, owner } = await orReleaseGas({ ctx, input: reservation }, () =>
    resolveInTime(async () => {
      const people = [request.owner];
      await requireResolvable(ctx, { recipients: request.recipients, people, limit });
      return {
        recipients: await resolveRecipients(ctx, request.recipients),
        owner: await ctx.wallets.resolve(request.owner),
      };
    }),
  );
  const made = await createManager({
    ctx,
    input: {
      chain,
      operationId,
      manager: {
        kind: splitKindOf(chain.deployment.slug),
        salt: saltOf(operationId),
        owner: owner.address,
        creatorFirstBps: request.creatorFirstBps,
        recipients,
      },
    },
  });
  return {
    success: true,
    message: "Fee split manager created",
    ...made,
    owner: owner.address,
    recipients: recipients.map(({ account, splitMicroPercent, type, original }) => ({
      address: account,
      percentage: formatSplit(splitMicroPercent),
      originalInput: { type, id: original },
    })),
    totalRecipients: recipients.length,
  };
}
