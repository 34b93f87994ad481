import { z } from "zod";
import { unixSeconds } from "@/lib/schemas/common";

export const ignoredParameters = z
  .array(z.string())
  .optional()
  .meta({
    description:
      "Query parameters of this request that were ignored because the endpoint does not know them; " +
      "absent if there are none.",
  });

/** `meta` of the Data API's responses. */
export const meta = z.strictObject({
  network: z.enum(["mainnet", "testnet"]),
  timestamp: unixSeconds,
  ignoredParameters,
});
