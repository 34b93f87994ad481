"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ownAccountQuery } from "@/lib/web/account/own-account-query";

/** Refetches the session after a sign-in and clears an earlier error. */
export function useSignedInNow(): () => Promise<void> {
  const queries = useQueryClient();
  return () => {
    const url = new URL(window.location.href);
    url.searchParams.delete("error");
    window.history.replaceState(null, "", url);
    return queries.invalidateQueries(ownAccountQuery());
  };
}
