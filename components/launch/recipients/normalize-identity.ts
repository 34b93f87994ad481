import type { IdentityType } from "@/lib/domain/identity";
import { guessIdentity } from "./parse-recipients";

/** A person's name without what comes along when it is pasted: `@ada`, a profile link, `mailto:`. */
export function tidyIdentity(type: IdentityType, text: string): string {
  const value = text.trim();
  if (type === "email") return value.replace(/^mailto:/i, "");
  if (type === "wallet") return value.replace(/^ethereum:/i, "");
  const guess = guessIdentity(value);
  return guess?.type === type ? guess.id : value.replace(/^@/, "");
}
