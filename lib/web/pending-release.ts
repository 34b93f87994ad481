import { z } from "zod";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { storedHex } from "./stored-hex";
import { createStore } from "./wallet/create-store";

/** The last release that was sent, until it is mined: a reloaded page resumes it. */
export const pendingRelease = createStore(
  "slipway.release",
  z.object({
    chain: z.enum(CHAIN_SLUGS),
    manager: storedHex(40),
    account: storedHex(40),
    hash: storedHex(64),
  }),
);
