import type { Destination } from "@/lib/features/chains/require-destinations";
import {
  destinationOf,
  recipientDestinations,
} from "@/lib/features/managers/recipient-destinations";
import type { LaunchRequest } from "./schema/request";

/**
 * The addresses that a launch names. Without a treasury the creator holds the fee stream; otherwise a
 * manager pays the creator.
 */
export function destinationsOf(
  { creator, treasury }: Pick<LaunchRequest, "creator" | "treasury">,
  hasFirstBuy: boolean,
): Destination[] {
  const paid = hasFirstBuy ? "first_buy" : "share";
  const use = treasury.kind === "none" ? "stream" : paid;
  return [
    ...destinationOf(creator, { field: "creatorAddress", use }),
    ...(treasury.kind === "fee_split"
      ? recipientDestinations(treasury.recipients, "feeSplitRecipients")
      : []),
  ];
}
