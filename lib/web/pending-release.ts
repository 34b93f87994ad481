import { z } from "zod";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { storedHex } from "./stored-hex";
import { createStore } from "./wallet/create-store";

/** The release that was sent last and is not known to be mined: a reloaded page goes on with it. */
export const pendingRelease = createStore(
  "slipway.release",
  z.object({
    chain: z.enum(CHAIN_SLUGS),
    manager: storedHex(40),
    account: storedHex(40),
    hash: storedHex(64),
  }),
);
