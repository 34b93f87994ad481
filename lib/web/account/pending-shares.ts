import { z } from "zod";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { createPendingList } from "../create-pending-list";
import { storedSent } from "../stored-sent";

const ACTIONS = ["shares", "drop"] as const;

/** An action of a split's moderator: a change of its shares, or a dropped token. */
export type ModeratorAction = (typeof ACTIONS)[number];

const pendingChange = storedSent.extend({
  accountId: z.string(),
  chain: z.enum(CHAIN_SLUGS),
  manager: z.string(),
  /** Absent if an earlier build stored it. */
  action: z.enum(ACTIONS).default("shares"),
});
export type PendingShares = z.output<typeof pendingChange>;

/**
 * Changes of shares and dropped tokens sent from the user's own wallet, until they are decided: a reloaded page resumes
 * its own. The service tracks those of managed wallets.
 */
export const pendingShares = createPendingList(
  "slipway.share-changes",
  z.array(pendingChange),
  ({ chain, id }) => `${chain} ${id}`,
);
