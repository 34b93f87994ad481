const OWN = /^\/(api|ipfs|videos)\//;

/**
 * The path of an address of this service, so that a page opened under another name of the host
 * reaches it; the address of another service as it is.
 */
export function ownPath(url: string): string {
  const { pathname, search } = new URL(url, "http://localhost");
  return OWN.test(pathname) ? pathname + search : url;
}
