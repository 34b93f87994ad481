"use client";

import { call } from "@slipway-launchpad/client";
import { useQueryClient } from "@tanstack/react-query";
import { AtSign, Mail, Plus, Rss, Unlink, Wallet } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { identityName } from "@/components/identity/identity-name";
import { VerificationMark } from "@/components/identity/verification-mark";
import { Age } from "@/components/tokens/age";
import { useNow } from "@/components/tokens/use-now";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { linkIdentity, unlinkIdentity } from "@/lib/features/users/operations";
import { IDENTITIES_MAX } from "@/lib/features/users/rules/account";
import type { AccountAnswer } from "@/lib/features/users/schema";
import type { IdentityType } from "@/lib/shared/identity";
import { ownAccountQuery } from "@/lib/web/account/own-account-query";
import { userMessage } from "@/lib/web/user-message";
import { Reauthenticate, useRecent } from "./sign-in/reauthenticate";
import { SignInMethods } from "./sign-in/sign-in-methods";
import { isStepUp } from "./sign-in/step-up";

const ICONS = { email: Mail, twitter: AtSign, farcaster: Rss, wallet: Wallet } as const;

const IDENTITY_KINDS = {
  email: "Email",
  twitter: "X",
  farcaster: "Farcaster",
  wallet: "Wallet",
} as const satisfies Record<IdentityType, string>;

function IdentityIcon({ type }: { type: IdentityType }) {
  const Icon = ICONS[type];
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-faint" />;
}

type Identity = AccountAnswer["account"]["identities"][number];

/** URL parameter after a redirect-based sign-in method returns. */
const ADDED = "added";
/** Maximum age of a sign-in to count as just added. */
const JUST_NOW_SECONDS = 120;

/** Verified identities of the user, with actions to add and remove one. */
export function IdentityList({ own }: { own: AccountAnswer }) {
  const { identities } = own.account;
  // The dialog closes when the count increases.
  const [countBefore, setCountBefore] = useState<number | null>(null);
  const isLinking = countBefore === identities.length;
  const added = useJustAdded(identities);
  return (
    <Card data-slot="identity-list" className="p-5 sm:p-6">
      <h2 className="font-semibold text-lg">Sign-in methods</h2>
      <p className="mt-1 text-muted text-sm">
        Each method signs in to this account and adds its earnings here.
      </p>
      {added !== null && (
        <p role="status" className="mt-3 rounded-control bg-sea px-3 py-2.5 text-sea-text text-sm">
          <bdi className="font-medium">{identityName(added)}</bdi> was added. Its past and future
          earnings are part of this account.
        </p>
      )}
      <ul className="mt-3">
        {identities.map((identity) => (
          <IdentityItem
            key={`${identity.type}:${identity.id}`}
            identity={identity}
            own={own}
            isLast={identities.length === 1}
          />
        ))}
      </ul>
      {isLinking ? (
        <AddIdentity own={own} onClose={() => setCountBefore(null)} />
      ) : identities.length >= IDENTITIES_MAX ? (
        <p className="mt-3 text-muted text-sm">
          An account has at most {IDENTITIES_MAX} sign-in methods. Remove one to add another.
        </p>
      ) : (
        <Button size="small" className="mt-3" onClick={() => setCountBefore(identities.length)}>
          <Plus aria-hidden="true" className="size-3.5" />
          Add method
        </Button>
      )}
    </Card>
  );
}

function AddIdentity({ own, onClose }: { own: AccountAnswer; onClose: () => void }) {
  const isRecent = useRecent(own);
  return (
    <section aria-label="Add a sign-in method" className="mt-4 max-w-md border-t pt-4">
      {isRecent ? (
        <>
          <p className="mb-4 text-muted text-sm">
            Sign in to verify that it’s yours. If it has its own account, its wallet and earnings
            move here.
          </p>
          <SignInMethods
            linkTo={own.account.id}
            returnTo={`/account?${ADDED}=yes`}
            before={async (method, email) => {
              const body =
                method === "email" ? { type: method, email: email ?? "" } : { type: method };
              await call(linkIdentity, { body });
            }}
          />
        </>
      ) : (
        <Reauthenticate own={own} reason="Adding a sign-in method" />
      )}
      <Button variant="ghost" size="small" className="-ml-2 mt-3 px-2" onClick={onClose}>
        Cancel
      </Button>
    </section>
  );
}

/** The identity just added through a redirect, while that is recent. */
function useJustAdded(identities: readonly Identity[]): Identity | null {
  const hasCome = useSearchParams().has(ADDED);
  const now = useNow();
  const [latest] = [...identities].sort((a, b) => b.signedInAt - a.signedInAt);
  // A single identity is the one that signed in: linking was canceled or has expired.
  if (!hasCome || latest === undefined || identities.length === 1) return null;
  return now - latest.signedInAt < JUST_NOW_SECONDS ? latest : null;
}

function IdentityItem({
  identity,
  own,
  isLast,
}: {
  identity: Identity;
  own: AccountAnswer;
  isLast: boolean;
}) {
  const [isAsking, setAsking] = useState(false);
  const { type, id, signedInAt } = identity;
  const name = identityName(identity);
  return (
    <li className="border-t py-3 first:border-t-0">
      <div className="flex items-center gap-3">
        <IdentityIcon type={type} />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-1.5 text-sm">
            <bdi title={id} className="truncate font-medium">
              {name}
            </bdi>
            <VerificationMark verified />
          </p>
          <p className="text-faint text-xs">
            {IDENTITY_KINDS[type]}, signed in <Age createdAt={signedInAt} form="long" />
          </p>
        </div>
        <Button
          variant="ghost"
          size="small"
          disabled={isLast}
          aria-expanded={isAsking}
          aria-label={`Remove ${name}`}
          title={isLast ? "You need at least one sign-in method" : undefined}
          onClick={() => setAsking(!isAsking)}
        >
          <Unlink aria-hidden="true" className="size-3.5" />
          <span className="max-sm:sr-only">Remove</span>
        </Button>
      </div>
      {isAsking && !isLast && (
        <UnlinkQuestion
          // A new sign-in allows what the earlier one did not.
          key={own.session.authenticatedAt}
          identity={identity}
          own={own}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

function UnlinkQuestion({
  identity,
  own,
  onClose,
}: {
  identity: Identity;
  own: AccountAnswer;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const isRecent = useRecent(own);
  const { type, id } = identity;
  const { mutate, isPending, error } = useSoleMutation({
    mutationFn: () => call(unlinkIdentity, { body: { type, id } }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries(ownAccountQuery()),
        queries.invalidateQueries({ queryKey: ["own-earnings", own.account.id] }),
      ]),
  });
  const isTooLate = isStepUp(error);
  if (!isRecent || isTooLate) {
    return (
      <div className="mt-3 max-w-md">
        <Reauthenticate own={own} reason="Removing a sign-in method" />
      </div>
    );
  }
  return (
    <div role="alert" className="mt-3 rounded-control bg-raised p-3 text-sm">
      <p>
        {type === "wallet"
          ? "This account no longer shows or pays out this wallet’s earnings."
          : "Its managed wallet and balance are removed with it. You can access them by signing in with it again."}{" "}
        Browsers that signed in with it are signed out.
      </p>
      {error !== null && <p className="mt-2 text-danger">{userMessage(error)}. Try again.</p>}
      <div className="mt-2.5 flex gap-2">
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
        <Button size="small" className="text-danger" disabled={isPending} onClick={() => mutate()}>
          {isPending ? "Removing…" : `Remove ${identityName(identity)}`}
        </Button>
      </div>
    </div>
  );
}
