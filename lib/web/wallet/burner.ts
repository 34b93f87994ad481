import { z } from "zod";
import { createStore } from "./create-store";

/** `0x` and 40, or 64, hex characters. */
const hex = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`))
    .refine((value): value is `0x${string}` => value.startsWith("0x"));

/**
 * A burner wallet of this browser, for sandbox chains only. Its key is unprotected in the browser's
 * storage, so it must never hold anything of value.
 */
export const burner = createStore(
  "slipway.burner",
  z.object({ address: hex(40), privateKey: hex(64) }),
);
