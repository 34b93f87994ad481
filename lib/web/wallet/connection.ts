import { z } from "zod";
import { toChecksumAddress } from "@/lib/shared/checksum-address";
import { createStore } from "./create-store";

/**
 * The connected wallet, as pages show it before wallet code is loaded. `chainId` is its last chain.
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
