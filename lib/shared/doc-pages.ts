import type { Brand } from "./brand";

/** The pages of the guide, in reading order. */
export const DOC_PAGES = [
  { href: "/docs", title: "Quick start" },
  { href: "/docs/launching", title: "Launching" },
  { href: "/docs/agents", title: "Agents" },
  { href: "/docs/trading", title: "Trade from your program" },
  { href: "/docs/positions", title: "Positions, profit and safety" },
  { href: "/docs/media", title: "Images and videos" },
  { href: "/docs/idempotency", title: "Idempotency" },
  { href: "/docs/stream", title: "Live stream" },
  { href: "/docs/webhooks", title: "Webhooks" },
  { href: "/docs/charts", title: "Charts" },
  { href: "/docs/market-data", title: "Market data and routing" },
  { href: "/docs/sharing", title: "Share and embed" },
  { href: "/docs/limits", title: "Limits" },
  { href: "/docs/errors", title: "Errors" },
  { href: "/docs/reference", title: "API reference" },
  { href: "/docs/self-hosting", title: "Self-hosting" },
  { href: "/docs/contracts", title: "Contracts" },
] as const;

const SELF_HOSTING = "/docs/self-hosting";

/**
 * The pages of the guide that a launchpad shows: none if its brand hides the docs. An own brand leaves
 * out how to host the software, which is not that launchpad's.
 */
export function docPages({
  hidden,
  isOwn,
}: Pick<Brand, "hidden" | "isOwn">): readonly (typeof DOC_PAGES)[number][] {
  if (hidden.includes("docs")) return [];
  return DOC_PAGES.filter(({ href }) => !isOwn || href !== SELF_HOSTING);
}
