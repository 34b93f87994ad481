import { AtSign, Mail, Rss, Wallet } from "lucide-react";
import type { IdentityType } from "@/lib/domain/identity";

const ICONS = { email: Mail, twitter: AtSign, farcaster: Rss, wallet: Wallet } as const;

export const IDENTITY_KINDS = {
  email: "Email",
  twitter: "X",
  farcaster: "Farcaster",
  wallet: "Wallet",
} as const satisfies Record<IdentityType, string>;

export function IdentityIcon({ type }: { type: IdentityType }) {
  const Icon = ICONS[type];
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-faint" />;
}
