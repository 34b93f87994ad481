import type { PublicIdentity } from "@/lib/schemas/data-fees";

/** What everyone may read of an identity: `@jack on X`, `@jack on Farcaster`, `Someone by email`. */
export function identityText({ type, name }: Pick<PublicIdentity, "type" | "name">): string {
  if (type === "email" || name === null) return "Email user";
  return `@${name} on ${type === "twitter" ? "X" : "Farcaster"}`;
}
