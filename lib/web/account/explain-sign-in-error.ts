import { ApiError } from "@slipway-launchpad/client";
import { OfflineError } from "../run-online";
import { explainTradeError } from "../trade/explain-trade-error";
import { SignInError } from "./sign-in-error";

export type SignInProblem = { title: string; next: string };

/** By next-auth's error codes and our own. */
const PROBLEMS: Readonly<Record<string, SignInProblem>> = {
  Verification: {
    title: "This link no longer works",
    next: "Links work once and expire after 15 minutes. Request a new email.",
  },
  CodeWrong: {
    title: "Incorrect code",
    next: "Enter the six-digit code from the latest email.",
  },
  CodeDead: {
    title: "This code no longer works",
    next: "Open the link in the email, or request a new email.",
  },
  EmailSignin: {
    title: "Email not sent",
    next: "Check the address and try again.",
  },
  CredentialsSignin: {
    title: "The signature was not accepted",
    next: "The message expired or another account signed it. Sign a new message.",
  },
  AccessDenied: {
    title: "Sign-in canceled",
    next: "Try again, or use another sign-in method.",
  },
  TooMany: {
    title: "Too many attempts",
    next: "Your network has sent many sign-ins. Try again in an hour, or on another network.",
  },
  Full: {
    title: "Sign-in method not added",
    next: "An account has at most 20 sign-in methods. Remove one first.",
  },
  csrf: {
    title: "This page was open for too long",
    next: "The page was refreshed. Try again.",
  },
  CodeExpired: {
    title: "The code has expired",
    next: "It was not confirmed in time. Request a new code and confirm in the Farcaster app.",
  },
};
const OAUTH: SignInProblem = {
  title: "Sign-in with X failed",
  next: "Try again, and authorize this site on X.",
};
const OFFLINE: SignInProblem = {
  title: "You’re offline",
  next: "Try again when you are online.",
};
const UNKNOWN: SignInProblem = {
  title: "Sign-in failed",
  next: "Try again, or use another sign-in method.",
};

/** The explanation of a code in the page's URL. */
export function explainSignInCode(code: string): SignInProblem {
  const known = Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined;
  return known ?? (code.startsWith("OAuth") ? OAUTH : UNKNOWN);
}

/** The explanation of a failed sign-in: an error of the service, next-auth or the wallet. */
export function explainSignInError(error: unknown): SignInProblem {
  if (error instanceof OfflineError) return OFFLINE;
  if (error instanceof SignInError) return explainSignInCode(error.code);
  if (error instanceof ApiError) {
    if (error.status === 429) {
      const wait = error.retryAfterSeconds ?? 60;
      return { title: "Too many attempts", next: `Try again in ${wait} seconds.` };
    }
    return { title: error.message, next: "Try again in a moment." };
  }
  const { title, detail } = explainTradeError(error);
  return { title, next: detail };
}

/** The explanation of a failed sign-in with a code or link, which a refusal may have used up. */
export function explainEmailProofError(error: unknown): SignInProblem {
  const problem = explainSignInError(error);
  if (!(error instanceof ApiError) || error.status !== 429) return problem;
  const next = `${problem.next} If the email no longer works then, request a new one.`;
  return { ...problem, next };
}
