"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ownAccountQuery } from "@/lib/web/account/own-account-query";
import { rememberUser } from "@/lib/web/account/signed-in";

/** Refetches the session after a sign-in, remembers its user and clears an earlier error. */
export function useSignedInNow(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const url = new URL(window.location.href);
    url.searchParams.delete("error");
    window.history.replaceState(null, "", url);
    await queries.invalidateQueries(ownAccountQuery());
    const own = queries.getQueryData(ownAccountQuery().queryKey);
    if (own !== undefined && own !== null) rememberUser(own);
  };
}
