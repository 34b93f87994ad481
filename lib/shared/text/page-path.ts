/**
 * The path and query of a page of this site; null for every other address. A path that starts with `//`
 * is refused although its origin is right, because by itself it is the address of another host.
 * `/.//evil.example` and backslashes are such paths as well.
 * @param address path or URL, which anyone may have written
 */
export function toPagePath(address: string, origin: string): string | null {
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  if (url.origin !== origin || url.pathname.startsWith("//")) return null;
  return `${url.pathname}${url.search}`;
}
