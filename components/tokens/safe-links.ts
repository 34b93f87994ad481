import type { Socials } from "@/lib/features/market/schema/tokens";

const TITLES = {
  website: "Website",
  twitter: "X",
  telegram: "Telegram",
  discord: "Discord",
  farcaster: "Farcaster",
} as const satisfies Record<keyof Socials, string>;

/** Links that pages may show: http(s) only, without credentials, each with its real hostname. */
export function safeLinks(socials: Socials): { title: string; url: string; host: string }[] {
  const entries = [
    ["website", socials.website],
    ["twitter", socials.twitter],
    ["telegram", socials.telegram],
    ["discord", socials.discord],
    ["farcaster", socials.farcaster],
  ] as const;
  return entries.flatMap(([kind, text]) => {
    const url = !URL.canParse(text) ? null : new URL(text);
    if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "") return [];
    return [{ title: TITLES[kind], url: url.href, host: url.host.replace(/^www\./, "") }];
  });
}
