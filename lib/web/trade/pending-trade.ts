import { z } from "zod";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { storedHex } from "../stored-hex";
import { createStore } from "../wallet/create-store";

/** The last trade that was sent, until it is mined: a reloaded page resumes it. */
export const pendingTrade = createStore(
  "slipway.trade",
  z.object({
    chain: z.enum(CHAIN_SLUGS),
    token: storedHex(40),
    account: storedHex(40),
    side: z.enum(["buy", "sell"]),
    amountIn: z.string().regex(/^\d+$/),
    hash: storedHex(64),
  }),
);
