import { queryOptions } from "@tanstack/react-query";

/** The signed-in user, or null. Token pages use it too, so the schemas load on demand. */
export function ownAccountQuery() {
  return queryOptions({
    queryKey: ["own-account"],
    queryFn: async ({ signal }) => {
      const { fetchOwnAccount } = await import("./account-queries");
      return fetchOwnAccount(signal);
    },
  });
}
