"use client";

import { useQuery } from "@tanstack/react-query";
import { useSignedIn } from "@/components/wallet/use-account";
import { ownAccountQuery } from "@/lib/client/account/account-queries";
import type { Identity } from "@/lib/domain/identity";

/** The names that the signed-in person has proven; none while nobody is signed in. */
export function useOwnIdentities(): Identity[] {
  const isSignedIn = useSignedIn() !== null;
  const { data } = useQuery({ ...ownAccountQuery(), enabled: isSignedIn, staleTime: 60_000 });
  const identities = data?.account.identities ?? [];
  return identities.map(({ type, name }) => ({ type, id: name }));
}
