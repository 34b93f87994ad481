import type { Address } from "viem";
import type { ServiceContext } from "../../context";
import { type ChainSlug, DYNAMIC_SPLIT_CHAINS } from "../../domain/chains";
import type { Treasury, TreasuryRequest } from "../../domain/treasury";
import { resolveRecipients } from "../managers/resolve-recipients";

/** The treasury with every identity resolved; the creator moderates a dynamic split. */
export async function resolveTreasury(
  ctx: ServiceContext,
  chain: ChainSlug,
  request: TreasuryRequest,
  creator: Address,
): Promise<Treasury> {
  if (request.kind !== "fee_split") return request;
  return {
    kind: "fee_split",
    variant: DYNAMIC_SPLIT_CHAINS.includes(chain) ? "dynamic" : "static",
    creatorShareBps: request.creatorShareBps,
    moderator: creator,
    recipients: await resolveRecipients(ctx, request.recipients),
  };
}
