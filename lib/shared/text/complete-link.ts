export type LinkKind = "website" | "twitter" | "telegram" | "discord";

/** Profile URL prefix for a handle; other kinds need a full URL. */
const PROFILES: Partial<Record<LinkKind, string>> = {
  twitter: "https://x.com/",
  telegram: "https://t.me/",
};
const HANDLE = /^@?(\w{1,64})$/;
const SCHEME = /^[a-z][a-z\d+-]*:/i;
const HOST = /^[^\s/@?#]+\.[^\s/@?#.]{2,}(?:[/?#].*)?$/u;

/**
 * Completes a link as users type or paste it: `example.com`, `@ada`, `t.me/ada`. Returns any other
 * text unchanged; the link's validation rejects it.
 */
export function completeLink(kind: LinkKind, text: string): string {
  const value = text.trim();
  if (SCHEME.test(value)) return value;
  if (value.startsWith("//")) return `https:${value}`;
  const handle = HANDLE.exec(value)?.[1];
  const profile = PROFILES[kind];
  if (handle !== undefined && profile !== undefined) return profile + handle;
  return HOST.test(value) ? `https://${value}` : value;
}
