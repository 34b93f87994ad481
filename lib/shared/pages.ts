/** The pages of the guide, in the order in which one reads them. */
export const DOC_PAGES = [
  { href: "/docs", title: "Quick start" },
  { href: "/docs/launching", title: "Launching" },
  { href: "/docs/trading", title: "Trade from your program" },
  { href: "/docs/media", title: "Images and videos" },
  { href: "/docs/idempotency", title: "Idempotency" },
  { href: "/docs/stream", title: "Live stream" },
  { href: "/docs/charts", title: "Charts" },
  { href: "/docs/limits", title: "Limits" },
  { href: "/docs/errors", title: "Errors" },
  { href: "/docs/reference", title: "API reference" },
  { href: "/docs/self-hosting", title: "Self-hosting" },
  { href: "/docs/contracts", title: "Contracts" },
] as const;

/** What installs the client and the command line from the instance itself. They are on no registry. */
export function installCommand(origin: string): string {
  return `npm install ${origin}/slipway.tgz`;
}
