const OWN = /^\/(api|ipfs|videos)\//;

/**
 * The path of a URL of this service, so that it works under any hostname; other URLs are unchanged.
 */
export function ownPath(url: string): string {
  const { pathname, search } = new URL(url, "http://localhost");
  return OWN.test(pathname) ? pathname + search : url;
}
