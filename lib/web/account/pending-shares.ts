import { z } from "zod";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { storedHex } from "../stored-hex";
import { createStore } from "../wallet/create-store";

/**
 * The change of shares that a wallet of one's own sent last and that is not known to be mined: a
 * reloaded page goes on with it. Those of managed wallets are known to the service.
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
