import { type IdentityType, isUsername } from "@/lib/shared/identity";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { NAMELESS } from "./nameless";

/** The user's own name: `@ada`, `ada@example.com`, `0x1234…5678`; `Farcaster user` for one without a username. */
export function identityName({ type, name }: { type: IdentityType; name: string }): string {
  if (type === "wallet") return shortenAddress(name);
  if (type === "email") return name;
  return isUsername(name) ? `@${name}` : NAMELESS[type];
}
