import { z } from "zod";
import { anyCaseAddress, anyCaseAddresses, checksumAddress } from "@/lib/schemas/common";
import { documentAs } from "@/lib/schemas/wire-form";
import { ADDRESSES_MAX } from "./rules";

/** Up to 50 addresses of 42 characters, with a comma between each. */
const LENGTH_MAX = ADDRESSES_MAX * 43;

const addresses = documentAs(
  z
    .string()
    .max(LENGTH_MAX, `must be at most ${ADDRESSES_MAX} addresses`)
    .transform((text) => text.split(","))
    .pipe(z.array(anyCaseAddress).max(ADDRESSES_MAX, `must be at most ${ADDRESSES_MAX} addresses`))
    .transform((found) => [...new Set(found)]),
  {
    type: "string",
    maxLength: LENGTH_MAX,
    pattern: anyCaseAddresses(ADDRESSES_MAX),
  },
);

export const namesQuery = z.object({
  addresses: addresses.meta({
    description: `Comma-separated addresses in any letter case, up to ${ADDRESSES_MAX}.`,
  }),
});

export const addressNames = z.strictObject({
  names: z.record(checksumAddress, z.string().nullable()).meta({
    description:
      "The name of each address; null if it has none, or if its name cannot be read now.",
  }),
});

export type AddressNames = z.output<typeof addressNames>;
