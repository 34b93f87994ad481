"use client";

import { useQuery } from "@tanstack/react-query";
import { useSignedIn } from "@/components/wallet/use-account";
import type { Identity } from "@/lib/domain/identity";
import { ownAccountQuery } from "@/lib/web/account/account-queries";

/** Verified identities of the signed-in user; empty when signed out. */
export function useSignedInIdentities(): Identity[] {
  const isSignedIn = useSignedIn() !== null;
  const { data } = useQuery({ ...ownAccountQuery(), enabled: isSignedIn, staleTime: 60_000 });
  const identities = data?.account.identities ?? [];
  return identities.map(({ type, name }) => ({ type, id: name }));
}
