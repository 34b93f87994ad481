import { z } from "zod";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { createStore } from "../create-store";
import { storedHex } from "../stored-hex";

const pending = z.object({
  jobId: z.string(),
  chain: z.enum(CHAIN_SLUGS),
  hash: storedHex(64),
  /** Its sender, with a nonce that is at most the transaction's. */
  sender: z
    .object({ address: storedHex(40), nonce: z.number() })
    .nullable()
    .default(null),
  at: z.number().default(0),
});
export type PendingLaunch = z.output<typeof pending>;

/** The last launch that this browser's wallet sent: its page follows the transaction. */
export const pendingLaunch = createStore("slipway.wallet-launch", pending);
