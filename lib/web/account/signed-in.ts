import { z } from "zod";
import { IDENTITY_TYPES } from "@/lib/shared/identity";
import { createStore } from "../wallet/create-store";

/**
 * Whom this browser last saw signed in, so that the header can say so without asking. Only a note:
 * the session itself is a cookie that no script can read.
 */
export const signedIn = createStore(
  "slipway.signed-in",
  z.object({ type: z.enum(IDENTITY_TYPES), name: z.string() }),
);
