"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { inPart } from "@/components/ui/part-boundary";
import { Skeleton } from "@/components/ui/skeleton";
import type { Config } from "@/lib/features/system/schema";
import { signInMethodsQuery } from "@/lib/web/account/account-queries";
import { configQuery } from "@/lib/web/queries";
import { EmailSignIn } from "./email-sign-in";
import { hasMailbox, type OfferedMethod } from "./methods-of-account";
import type { SignInMethodProps } from "./sign-in-method-props";

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
export function SignInMethods({
  only,
  emails,
  ...props
}: SignInMethodProps & { only?: readonly OfferedMethod[]; emails?: readonly string[] }) {
  const methods = useQuery(signInMethodsQuery());
  const config = useQuery(configQuery());
  const error = methods.error ?? config.error;
  if (methods.data === undefined || config.data === undefined) {
    if (error === null) return <Skeleton className="h-56 w-full" />;
    const retry = () => void Promise.all([methods.refetch(), config.refetch()]);
    return (
      <ErrorState
        title="Could not load the sign-in methods"
        detail={error.message}
        onRetry={retry}
      />
    );
  }
  const configured: OfferedMethod[] = methods.data.includes("wallet")
    ? [...methods.data, "burner"]
    : methods.data;
  const offered = configured.filter((method) => only === undefined || only.includes(method));
  const parts = partsOf(offered, config.data, emails, props);
  return (
    <div data-slot="sign-in-methods">
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
  offered: readonly OfferedMethod[],
  config: Config,
  emails: readonly string[] | undefined,
  props: SignInMethodProps,
): [string, ReactNode][] {
  const offers = (method: OfferedMethod) => offered.includes(method);
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
