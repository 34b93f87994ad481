"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ownAccountQuery } from "@/lib/web/account/account-queries";

/** What a page does once somebody has signed in on it: ask anew who, and forget an earlier problem. */
export function useSignedInNow(): () => Promise<void> {
  const queries = useQueryClient();
  return () => {
    const url = new URL(window.location.href);
    url.searchParams.delete("error");
    window.history.replaceState(null, "", url);
    return queries.invalidateQueries(ownAccountQuery());
  };
}
