import { isAddressEqual } from "viem";
import type { ServiceContext } from "@/lib/context";
import { orReleaseGas, reserveGas } from "@/lib/features/budget/reserve-gas";
import { GAS_TO_RESERVE } from "@/lib/features/budget/rules/gas-limit";
import { requireDestinations } from "@/lib/features/chains/require-destinations";
import { type CreatedManager, type ManagerTerms, saltOf } from "./create-manager";
import { type Creation, type CreationContext, type CreationInput, createOnce } from "./create-once";
import { destinationOf } from "./recipient-destinations";
import { resolveInTime } from "./resolve-in-time";
import { requireResolvable } from "./resolve-recipients";
import {
  type RevenueManagerAnswer,
  type RevenueManagerRequest,
  revenueManagerAnswer,
} from "./schema";

/**
 * Creates a revenue manager. Default owner: the fee recipient.
 * @throws AppError unsupported_operation before any side effect, invalid_body (a recipient or owner
 *   that would lose the money), and those of `createOnce`
 */
export async function createRevenueManager({
  ctx,
  input,
}: {
  ctx: CreationContext & Pick<ServiceContext, "idempotency" | "ids">;
  input: CreationInput<RevenueManagerRequest>;
}): Promise<RevenueManagerAnswer> {
  return createOnce({
    ctx,
    input,
    operation: "createRevenueManager",
    answer: revenueManagerAnswer,
    resolve: (creation) => resolve(ctx, creation),
    render: async (created) => render(created, await userIdOf(ctx, input.request, created)),
  });
}

async function resolve(
  ctx: CreationContext,
  { chain, transactionId, request, use, limit }: Creation<RevenueManagerRequest>,
): Promise<ManagerTerms> {
  await requireDestinations(chain, [
    ...destinationOf(request.recipient, { field: "recipientAddress", use: "share" }),
    ...destinationOf(request.owner, { field: "ownerAddress", use: "share" }),
  ]);
  const gas = GAS_TO_RESERVE.manager(1);
  // Reserve gas before creating wallets, so that a manager over the budget leaves nothing behind.
  const reservation = { chain, transactionId, gas, use };
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
  const manager = {
    kind: "revenue" as const,
    salt: saltOf(transactionId),
    owner: owner.address,
    protocolRecipient: recipient.address,
    protocolFeeBps: request.protocolFeeBps,
  };
  const { userId } = recipient;
  return userId === null ? { manager } : { manager, recipientUserId: userId };
}

/**
 * The id of the recipient's managed wallet at its provider, undefined if it has none. The previous release did not
 * store it; then the wallet that the recipient has now is used if its address is the same.
 */
async function userIdOf(
  ctx: Pick<CreationContext, "wallets">,
  { recipient }: RevenueManagerRequest,
  { manager, recipientUserId }: CreatedManager,
): Promise<string | undefined> {
  if (recipientUserId !== undefined || recipient.type === "wallet") return recipientUserId;
  if (manager.kind !== "revenue") return undefined;
  const found = await ctx.wallets.find(recipient);
  if (found === null || !isAddressEqual(found.address, manager.protocolRecipient)) return undefined;
  return found.userId ?? undefined;
}

function render(
  { manager, managerAddress, txHash }: CreatedManager,
  userId: string | undefined,
): RevenueManagerAnswer {
  if (manager.kind !== "revenue") throw new Error(`${managerAddress} is no revenue manager`);
  const { owner, protocolRecipient: address, protocolFeeBps } = manager;
  return {
    success: true,
    managerAddress,
    txHash,
    owner,
    recipientAddress: address,
    protocolFee: protocolFeeBps,
    walletProvider:
      userId === undefined ? null : { walletProviderUserId: userId, walletAddress: address },
  };
}
