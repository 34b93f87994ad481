import { z } from "zod";
import { type Identity, type IdentityType, normalizeIdentity } from "@/lib/shared/identity";
import { nonZeroAddress } from "./common";
import { emailAddress } from "./email-address";
import { documentAs } from "./wire-form";

const usernameText = (max: number) =>
  z
    .string()
    .trim()
    .transform((value) => value.replace(/^@/, ""))
    .pipe(
      z
        .string()
        .min(1, "must not be empty")
        .max(max, `must be at most ${max} characters long`)
        .regex(/^[A-Za-z0-9_]+$/, "may hold only letters, digits and underscores"),
    );
const username = (max: number) =>
  documentAs(usernameText(max), { type: "string", pattern: `^@?[A-Za-z0-9_]{1,${max}}$` });

/** The rule for the id of each identity type. Source: docs/interface.md, "Recipients". */
export const IDENTITY_RULES = {
  wallet: documentAs(z.string().trim().pipe(nonZeroAddress), {
    type: "string",
    pattern: "^0x[0-9a-fA-F]{40}$",
  }),
  email: documentAs(emailAddress("must be a valid email address"), {
    type: "string",
    format: "email",
    maxLength: 254,
  }),
  twitter: username(15),
  farcaster: username(64),
} as const satisfies Record<IdentityType, z.ZodType<string>>;

/** The request fields that identify one person: `<role>Address`, `<role>Email`, … */
export const IDENTITY_FIELDS = {
  wallet: "Address",
  email: "Email",
  twitter: "TwitterUsername",
  farcaster: "FarcasterUsername",
} as const satisfies Record<IdentityType, string>;

/** Builds the normalised identity from a validated value. */
export function toIdentity(type: IdentityType, id: string): Identity {
  return type === "wallet" ? { type, id } : normalizeIdentity(type, id);
}
