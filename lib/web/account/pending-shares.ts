import { z } from "zod";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { storedHex } from "../stored-hex";
import { createStore } from "../wallet/create-store";

/**
 * The last change of shares sent from the user's own wallet, until it is mined: a reloaded page
 * resumes it. The service tracks those of managed wallets.
 */
export const pendingShares = createStore(
  "slipway.shares",
  z.object({
    accountId: z.string(),
    chain: z.enum(CHAIN_SLUGS),
    manager: z.string(),
    hash: storedHex(64),
  }),
);
