import { queryOptions } from "@tanstack/react-query";

/** The service has names for up to an hour. */
const STALE_MS = 300_000;

/** The public name of an address; null without one. */
export function nameQuery(address: string) {
  return queryOptions({
    queryKey: ["getNames", address.toLowerCase()],
    queryFn: async () => {
      const { findName } = await import("./find-name");
      return findName(address);
    },
    staleTime: STALE_MS,
    retry: false,
  });
}
