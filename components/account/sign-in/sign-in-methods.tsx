"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { inPart } from "@/components/ui/part-boundary";
import { Skeleton } from "@/components/ui/skeleton";
import type { Config } from "@/lib/features/system/schema";
import { signInWaysQuery } from "@/lib/web/account/account-queries";
import { configQuery } from "@/lib/web/queries";
import { EmailSignIn } from "./email-sign-in";
import type { SignInWayProps } from "./sign-in-way";
import { hasMailbox, type OfferedWay } from "./ways-of-account";

const loading = () => <Skeleton className="h-11 w-full" />;
// The signing code is large and not needed for email sign-in.
const BurnerSignIn = inPart(
  dynamic(() => import("./burner-sign-in").then((module) => module.BurnerSignIn), { loading }),
);
const WalletSignIn = inPart(
  dynamic(() => import("./wallet-sign-in").then((module) => module.WalletSignIn), { loading }),
);
const FarcasterSignIn = inPart(
  dynamic(() => import("./farcaster-sign-in").then((module) => module.FarcasterSignIn), {
    loading,
  }),
);
const XSignIn = inPart(
  dynamic(() => import("./x-sign-in").then((module) => module.XSignIn), { loading }),
);

/**
 * The configured sign-in methods. External wallets sign for real chains only; sandbox chains use
 * the burner.
 * @param only methods to offer; all by default
 * @param emails restricts the sign-in by email to these addresses, the preferred one first
 */
export function SignInWays({
  only,
  emails,
  ...props
}: SignInWayProps & { only?: readonly OfferedWay[]; emails?: readonly string[] }) {
  const ways = useQuery(signInWaysQuery());
  const config = useQuery(configQuery());
  const error = ways.error ?? config.error;
  if (ways.data === undefined || config.data === undefined) {
    if (error === null) return <Skeleton className="h-56 w-full" />;
    const retry = () => void Promise.all([ways.refetch(), config.refetch()]);
    return (
      <ErrorState
        title="Could not load the sign-in methods"
        detail={error.message}
        onRetry={retry}
      />
    );
  }
  const configured: OfferedWay[] = ways.data.includes("wallet")
    ? [...ways.data, "burner"]
    : ways.data;
  const offered = configured.filter((way) => only === undefined || only.includes(way));
  const parts = partsOf(offered, config.data, emails, props);
  return (
    <div data-slot="sign-in-ways">
      {parts.map(([key, part], index) => (
        <div key={key}>
          {index > 0 && (
            <p className="my-4 flex items-center gap-3 text-faint text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              or
            </p>
          )}
          {part}
        </div>
      ))}
    </div>
  );
}

/** The email form first, then the buttons of the other methods. */
function partsOf(
  offered: readonly OfferedWay[],
  config: Config,
  emails: readonly string[] | undefined,
  props: SignInWayProps,
): [string, ReactNode][] {
  const offers = (way: OfferedWay) => offered.includes(way);
  const { chains, sandbox } = config;
  const hasReal = chains.some((chain) => !chain.sandbox);
  const parts: [string, ReactNode][] = [];
  if (offers("email")) {
    const fixed = emails === undefined ? {} : { fixed: emails };
    const mailbox = hasMailbox(config);
    parts.push(["email", <EmailSignIn key="email" {...props} {...fixed} mailbox={mailbox} />]);
  }
  const buttons: ReactNode[] = [];
  if (offers("wallet") && hasReal) {
    buttons.push(<WalletSignIn key="wallet" {...props} config={config} />);
  }
  if (offers("burner") && sandbox) {
    buttons.push(<BurnerSignIn key="burner" {...props} config={config} />);
  }
  if (offers("twitter")) buttons.push(<XSignIn key="x" {...props} />);
  if (offers("farcaster")) buttons.push(<FarcasterSignIn key="farcaster" {...props} />);
  if (buttons.length > 0) {
    parts.push([
      "buttons",
      <div key="buttons" className="grid gap-2.5">
        {buttons}
      </div>,
    ]);
  }
  return parts;
}
