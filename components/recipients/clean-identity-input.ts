import type { IdentityType } from "@/lib/shared/identity";
import { cleanAddress, guessIdentity } from "./guess-identity";

/** Strips what often comes with a pasted identity: `@`, a profile link, `mailto:`, `ethereum:`. */
export function cleanIdentityInput(type: IdentityType, text: string): string {
  const value = text.trim();
  if (type === "email") return value.replace(/^mailto:/i, "");
  if (type === "wallet") return cleanAddress(value);
  const guess = guessIdentity(value);
  return guess?.type === type ? guess.id : value.replace(/^@/, "");
}
