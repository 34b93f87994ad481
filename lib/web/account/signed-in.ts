import { z } from "zod";
import { IDENTITY_TYPES } from "@/lib/shared/identity";
import { createStore } from "../wallet/create-store";

/**
 * The last signed-in user of this browser, so that the header can render without a request. A hint
 * only: the session is an HttpOnly cookie.
 */
export const signedIn = createStore(
  "slipway.signed-in",
  z.object({ type: z.enum(IDENTITY_TYPES), name: z.string() }),
);
