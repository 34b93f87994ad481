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
import { destinationOf } from "./recipient-destinations";
import { resolveInTime } from "./resolve-in-time";
import { requireResolvable } from "./resolve-recipients";
import {
  type RevenueManagerAnswer,
  type RevenueManagerRequest,
  revenueManagerAnswer,
} from "./schema";

type Context = TransactionContext & Pick<ServiceContext, "env" | "nonceGaps" | "settings">;

/**
 * Creates a revenue manager. Default owner: the fee recipient.
 * @throws AppError unsupported_operation before any side effect, invalid_body (a recipient or owner
 *   that would lose the money), and those of `once` and `createManager`
 */
export async function createRevenueManager({
  ctx,
  input,
}: {
  ctx: Context & Pick<ServiceContext, "idempotency" | "ids">;
  input: {
    chain: ChainSlug;
    request: RevenueManagerRequest;
    idempotencyKey: string | null;
    /** Absent for our own programs. */
    caller?: Pick<Caller, "isExempt">;
    limit: (policy: LimitPolicyName) => Promise<void>;
  };
}): Promise<RevenueManagerAnswer> {
  const { chain: slug, request } = input;
  const chain = requireChain(ctx, slug);
  requireCapability(chain, "standaloneManager");

  return once({
    ctx,
    input: {
      operation: "createRevenueManager",
      chain: slug,
      key: input.idempotencyKey,
      request,
      answer: revenueManagerAnswer,
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
    request: RevenueManagerRequest;
    use: GasUse;
    limit: (policy: LimitPolicyName) => Promise<void>;
  },
): Promise<RevenueManagerAnswer> {
  const { chain, operationId, request, use, limit } = input;
  await requireDestinations(chain, [
    ...destinationOf(request.recipient, { field: "recipientAddress", use: "share" }),
    ...destinationOf(request.owner, { field: "ownerAddress", use: "share" }),
  ]);
  const gas = GAS_TO_RESERVE.manager(1);
  // Reserve gas before creating wallets, so that a manager over the budget leaves nothing behind.
  const reservation = { chain, operationId, gas, use };
  await reserveGas({ ctx, input: reservation });
  const { recipient, owner } = await orReleaseGas({ ctx, input: reservation }, () =>
    resolveInTime(async () => {
      const people = [request.recipient, ...(request.owner ? [request.owner] : [])];
      await requireResolvable(ctx, { recipients: [], people, limit });
      const recipient = await ctx.wallets.resolve(request.recipient);
      const owner = request.owner ? await ctx.wallets.resolve(request.owner) : recipient;
      return { recipient, owner };
    }),
  );
  const made = await createManager({
    ctx,
    input: {
      chain,
      operationId,
      manager: {
        kind: "revenue",
        salt: saltOf(operationId),
        owner: owner.address,
        protocolRecipient: recipient.address,
        protocolFeeBps: request.protocolFeeBps,
      },
    },
  });
  const { userId, address } = recipient;
  return {
    success: true,
    ...made,
    owner: owner.address,
    recipientAddress: address,
    protocolFee: request.protocolFeeBps,
    walletProvider:
      userId === null ? null : { walletProviderUserId: userId, walletAddress: address },
  };
}
