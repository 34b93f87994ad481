import type { ServiceContext } from "@/lib/context";
import { orReleaseGas, reserveGas } from "@/lib/features/budget/reserve-gas";
import { GAS_TO_RESERVE } from "@/lib/features/budget/rules/gas-limit";
import { requireDestinations } from "@/lib/features/chains/require-destinations";
import { type CreatedManager, type ManagerTerms, saltOf } from "./create-manager";
import { type Creation, type CreationContext, type CreationInput, createOnce } from "./create-once";
import { destinationOf, recipientDestinations } from "./recipient-destinations";
import { renderRecipients } from "./render-recipients";
import { resolveInTime } from "./resolve-in-time";
import { requireResolvable, resolveRecipients } from "./resolve-recipients";
import { splitKindOf } from "./rules/manager-kind";
import {
  type FeeSplitManagerAnswer,
  type FeeSplitManagerRequest,
  feeSplitManagerAnswer,
} from "./schema";

/**
 * Creates a fee split manager: fixed, or, on chains with dynamic splits, one whose owner may
 * change the shares.
 * @throws AppError unsupported_operation before any side effect, duplicate_recipients,
 *   invalid_recipient and invalid_body (an address that would lose the money), and those of `createOnce`
 */
export async function createFeeSplitManager({
  ctx,
  input,
}: {
  ctx: CreationContext & Pick<ServiceContext, "idempotency" | "ids">;
  input: CreationInput<FeeSplitManagerRequest>;
}): Promise<FeeSplitManagerAnswer> {
  return createOnce({
    ctx,
    input,
    operation: "createFeeSplitManager",
    answer: feeSplitManagerAnswer,
    resolve: (creation) => resolve(ctx, creation),
    render,
  });
}

async function resolve(
  ctx: CreationContext,
  { chain, transactionId, request, use, limit }: Creation<FeeSplitManagerRequest>,
): Promise<ManagerTerms> {
  await requireDestinations(chain, [
    ...destinationOf(request.owner, { field: "ownerAddress", use: "share" }),
    ...recipientDestinations(request.recipients, "recipients"),
  ]);
  const gas = GAS_TO_RESERVE.manager(request.recipients.length);
  // Reserve gas before creating wallets, so that a manager over the budget leaves nothing behind.
  const reservation = { chain, transactionId, gas, use };
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
  return {
    manager: {
      kind: splitKindOf(chain.deployment.slug),
      salt: saltOf(transactionId),
      owner: owner.address,
      creatorFirstBps: request.creatorFirstBps,
      recipients,
    },
  };
}

function render({ manager, managerAddress, txHash }: CreatedManager): FeeSplitManagerAnswer {
  if (manager.kind === "revenue") throw new Error(`${managerAddress} is no fee split manager`);
  return {
    success: true,
    message: "Fee split manager created",
    managerAddress,
    txHash,
    owner: manager.owner,
    recipients: renderRecipients(manager.recipients),
    totalRecipients: manager.recipients.length,
  };
}
