import { z } from "zod";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { createPendingList } from "../create-pending-list";
import { storedHex } from "../stored-hex";
import { storedSent } from "../stored-sent";

const pendingRelease = storedSent.extend({
  chain: z.enum(CHAIN_SLUGS),
  manager: storedHex(40),
  account: storedHex(40),
});
export type PendingRelease = z.output<typeof pendingRelease>;

/** Releases that were sent, until they are decided: a reloaded page resumes its own. */
export const pendingReleases = createPendingList(
  "slipway.releases",
  z.array(pendingRelease),
  ({ chain, id }) => `${chain} ${id}`,
);
