import type { PublicIdentity } from "@/lib/domain/identity";

/** What everyone may read of an identity: `@jack on X`, `@jack on Farcaster`, `Someone by email`. */
export function identityText({ type, name }: Pick<PublicIdentity, "type" | "name">): string {
  if (type === "email" || name === null) return "Someone by email";
  return `@${name} on ${type === "twitter" ? "X" : "Farcaster"}`;
}
