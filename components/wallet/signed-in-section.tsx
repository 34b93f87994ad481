"use client";

import { ChevronRight, CircleUserRound } from "lucide-react";
import Link from "next/link";
import { identityName } from "@/components/identity/identity-name";
import { useSignedIn } from "./use-account";

/** The signed-in user as stored by this browser, with a link to the account page. */
export function SignedInSection({ onLeave }: { onLeave: () => void }) {
  const user = useSignedIn();
  return (
    <Link
      href="/account"
      onClick={onLeave}
      className="flex items-center gap-3 rounded-t-card p-4 hover:bg-raised focus-visible:-outline-offset-2"
    >
      <CircleUserRound aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold text-sm">
          {user === null ? "Sign in" : "Your account"}
        </span>
        <span className="block truncate text-faint text-xs">
          {user === null ? (
            "Trade, and withdraw your earnings."
          ) : (
            <>
              Signed in as <bdi>{identityName(user)}</bdi>
            </>
          )}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-faint" />
    </Link>
  );
}
