import { z } from "zod";
import { toChecksumAddress } from "@/lib/shared/checksum-address";
import { createStore } from "./create-store";

/**
 * The person's connected wallet, as far as pages show it before any wallet code is loaded.
 * `chainId` is the chain that it was on last.
 */
export const connection = createStore(
  "slipway.wallet",
  z.object({
    address: z
      .string()
      .regex(/^0x[0-9a-fA-F]{40}$/)
      .transform((value) => toChecksumAddress(value)),
    name: z.string(),
    chainId: z.number(),
  }),
);
