import type { IdentityType } from "@/lib/shared/identity";
import { shortenAddress } from "@/lib/web/format/shorten-address";

/** The user's own name: `@ada`, `ada@example.com`, `0x1234…5678`. */
export function identityName({ type, name }: { type: IdentityType; name: string }): string {
  if (type === "wallet") return shortenAddress(name);
  return type === "email" ? name : `@${name}`;
}
