import { zeroAddress } from "viem";
import type { FeeClaimEvent, MarketEvent } from "@/lib/features/market/rules/market-event";

/**
 * Moves each claim of fees before the stream transfers that its payment caused. Earlier hooks log a
 * claim after they paid it, and the recipient may transfer the stream while it is paid.
 * @param events in log order; whole transactions
 * @returns the events in the order in which their effects happened
 */
export function orderClaims(events: readonly MarketEvent[]): MarketEvent[] {
  const ordered: MarketEvent[] = [];
  for (const event of events) {
    if (event.kind === "feeClaim") ordered.splice(insertionIndex(ordered, event), 0, event);
    else ordered.push(event);
  }
  return ordered;
}

/**
 * The index of a claim among the events before it. The hook pays the holder, so a claim that did not pay
 * the present holder belongs to an earlier one: to the recipient, if it transferred the stream. After
 * `claimTo` the logs leave open whether the last transfer came first; the claim then belongs to its
 * sender, since a manager must not be credited with fees that it did not receive.
 */
function insertionIndex(events: readonly MarketEvent[], claim: FeeClaimEvent): number {
  let last: number | undefined;
  let own: number | undefined;
  for (let i = events.length - 1; i >= 0; i -= 1) {
    const event = events[i];
    if (event === undefined || event.txHash !== claim.txHash) break;
    if (!("token" in event) || event.token !== claim.token) continue;
    if (event.kind === "feeClaim") break;
    if (event.kind !== "feeStreamTransfer") continue;
    if (event.from === zeroAddress || (last === undefined && event.to === claim.to)) break;
    last ??= i;
    if (event.from === claim.to) own = i;
  }
  return own ?? last ?? events.length;
}
