import { z } from "zod";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { storedHex } from "../stored-hex";
import { createStore } from "../wallet/create-store";

/** The last launch that this browser's wallet sent: its page follows the transaction. */
export const pendingLaunch = createStore(
  "slipway.wallet-launch",
  z.object({ jobId: z.string(), chain: z.enum(CHAIN_SLUGS), hash: storedHex(64) }),
);
