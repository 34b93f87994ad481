"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { inPart } from "@/components/ui/part-boundary";
import { Skeleton } from "@/components/ui/skeleton";
import { ownAccountQuery } from "@/lib/web/account/own-account-query";
import { rememberUser } from "@/lib/web/account/signed-in";

const AccountView = inPart(
  dynamic(() => import("./account-view").then((module) => module.AccountView), {
    loading: AccountSkeleton,
  }),
);
const SignInView = inPart(
  dynamic(() => import("./sign-in/sign-in-view").then((module) => module.SignInView), {
    loading: SignInSkeleton,
  }),
);

/** The account of the signed-in user, or the sign-in view. */
export function AccountPage() {
  const { data, error, refetch } = useQuery(ownAccountQuery());
  useEffect(() => {
    if (data !== undefined) rememberUser(data);
  }, [data]);

  if (data === undefined) {
    if (error === null) return <AccountSkeleton />;
    return (
      <ErrorState
        title="Could not load your account"
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === null) return <SignInView />;
  // The key resets state, such as payments, when another user signs in.
  return <AccountView key={data.account.id} own={data} />;
}

function AccountSkeleton() {
  return (
    <div aria-busy="true">
      <h1 className="font-bold text-3xl tracking-tight sm:text-4xl">Account</h1>
      <p role="status" className="sr-only">
        Loading your account
      </p>
      <Skeleton className="mt-3 h-5 w-64 max-w-full" />
      <Card className="mt-6 p-5 sm:p-6">
        <Skeleton className="h-5 w-32" />
        <Skeleton className="mt-4 h-10 w-56 max-w-full" />
        <Skeleton className="mt-6 h-11 w-40" />
      </Card>
    </div>
  );
}

function SignInSkeleton() {
  return (
    <div aria-busy="true" className="mx-auto max-w-md">
      <h1 className="font-bold text-3xl tracking-tight sm:text-4xl">Account</h1>
      <Skeleton className="mt-3 h-5 w-64 max-w-full" />
      <Skeleton className="mt-6 h-80 w-full rounded-card" />
    </div>
  );
}
