import type { PublicIdentity } from "@/lib/shared/identity";
import { NAMELESS } from "./nameless";

/** Public name of an identity: `@jack on X`, `@jack on Farcaster`, `X user`, `Email user`. */
export function identityText({ type, name }: Pick<PublicIdentity, "type" | "name">): string {
  if (type === "email" || name === null) return NAMELESS[type];
  return `@${name} on ${type === "twitter" ? "X" : "Farcaster"}`;
}
