import type { PublicIdentity } from "@/lib/shared/identity";

/** Public name of an identity: `@jack on X`, `@jack on Farcaster`, `Email user`. */
export function identityText({ type, name }: Pick<PublicIdentity, "type" | "name">): string {
  if (type === "email" || name === null) return "Email user";
  return `@${name} on ${type === "twitter" ? "X" : "Farcaster"}`;
}
