import { z } from "zod";

/**
 * A hex string of `digits` digits, as stored in the browser for addresses (40) and hashes (64).
 */
export const storedHex = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`))
    .refine((value): value is `0x${string}` => value.startsWith("0x"));
