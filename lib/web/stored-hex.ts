import { z } from "zod";

/** A hex text with so many digits, as the browser's storage keeps addresses (40) and hashes (64). */
export const storedHex = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`))
    .refine((value): value is `0x${string}` => value.startsWith("0x"));
