import { z } from "zod";
import { isChecksumAddress, toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { CHAIN_SLUGS } from "@/lib/shared/chains";

/** Names no chains: each API of each server has its own. */
export const UNSUPPORTED_CHAIN =
  "Unsupported chain. The OpenAPI document lists the supported ones.";

/** `{chain}`: exactly one of the slugs; aliases and numeric ids are rejected. */
export const chainSlug = z
  .enum(CHAIN_SLUGS, { error: UNSUPPORTED_CHAIN })
  .meta({ description: "Chain slug." });

/** The path of an operation on a chain. */
export const chainParams = z.object({ chain: chainSlug });

/** An address in any letter case; a mixed-case one must have a valid EIP-55 checksum. */
export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, "must be 0x and 40 hex characters")
  .refine(hasNoWrongChecksum, "has an invalid EIP-55 checksum")
  .transform((value) => toChecksumAddress(value))
  .meta({ example: "0x8ba1f109551bD432803012645Ac136ddd64DBA72" });

/** Such an address, but not the zero address: what is sent there is lost. */
export const nonZeroAddress = address.refine(
  (value) => BigInt(value) !== 0n,
  "must not be the zero address",
);

const ANY_CASE = "0[xX][0-9a-fA-F]{40}";

/** An address in any letter case, without a checksum rule (paths and filters of the Data API). */
export const anyCaseAddress = z
  .string()
  .regex(new RegExp(`^${ANY_CASE}$`), "must be 0x and 40 hex characters")
  .transform((value) => toChecksumAddress(value.toLowerCase()));

/** The pattern of 1 to `max` such addresses, separated by commas. */
export const anyCaseAddresses = (max: number) => `^${ANY_CASE}(,${ANY_CASE}){0,${max - 1}}$`;

/** An address in responses: EIP-55 checksummed. */
export const checksumAddress = z.string().refine(isChecksumAddress, {
  error: "must be a checksummed address",
});

/** Key of a Uniswap v4 pool, as the v4 SDK's `Pool` and `V4Quoter` take it. */
export const poolKey = z.strictObject({
  currency0: checksumAddress.meta({ description: "The zero address: native ETH." }),
  currency1: checksumAddress.meta({ description: "Address of the token." }),
  fee: z.number().int().nonnegative().meta({
    description: "LP fee of the pool; 0. The hook of the launchpad takes its own fee.",
  }),
  tickSpacing: z.number().int().positive(),
  hooks: checksumAddress,
});

export const hash32 = z.string().regex(/^0x[0-9a-f]{64}$/, "must be 0x and 64 hex characters");

/** A plain decimal: no exponent, no trailing zeros. */
export const decimal = z.string().regex(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/, "must be a plain decimal");

/** One of `options` in any letter case; the output has the case of the option. */
export function anyCase<const Option extends string>(options: readonly Option[]) {
  const byName = new Map<string, Option>(options.map((option) => [option.toLowerCase(), option]));
  // Typed by the exact names, as the documents and the typed client show them.
  const toExact = (value: Option): string =>
    typeof value === "string" ? (byName.get(value.toLowerCase()) ?? value) : value;
  return z.preprocess(toExact, z.enum(options));
}

/**
 * Option of a refinement that compares fields: it only runs while each of them is valid, because the
 * fields that are not have their own error and another type.
 */
export const ifValid = (...fields: string[]) => ({
  when: ({ issues }: Pick<z.core.ParsePayload, "issues">) =>
    // An issue without a path is about the whole input, which then has no fields.
    issues.every(
      ({ path: [field] = [] }) => field !== undefined && !fields.includes(String(field)),
    ),
});

export const unixSeconds = z.number().int().nonnegative();

function hasNoWrongChecksum(value: string): boolean {
  const digits = value.slice(2);
  const hasOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return hasOneCase || isChecksumAddress(value);
}
