import type { Address } from "viem";
import type { ServiceContext } from "../../context";
import type { ChainSlug } from "../../domain/chains";
import { splitKindOf } from "../../domain/manager-kind";
import type { Treasury, TreasuryRequest } from "../../domain/treasury";
import { previewRecipients, resolveRecipients } from "../managers/resolve-recipients";

/**
 * The treasury with every identity resolved; the creator moderates a dynamic split.
 * @param isDryRun creates no wallet: addresses of people without one are stand-ins
 */
export async function resolveTreasury(
  ctx: Pick<ServiceContext, "wallets">,
  chain: ChainSlug,
  request: TreasuryRequest,
  creator: Address,
  isDryRun: boolean,
): Promise<Treasury> {
  if (request.kind !== "fee_split") return request;
  const resolve = isDryRun ? previewRecipients : resolveRecipients;
  return {
    kind: "fee_split",
    managerKind: splitKindOf(chain),
    creatorFirstBps: request.creatorFirstBps,
    moderator: creator,
    recipients: await resolve(ctx, request.recipients),
  };
}
