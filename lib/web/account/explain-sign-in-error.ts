import { ApiError } from "@slipway-launchpad/client";
import { explainTradeError } from "../trade/explain-trade-error";
import { SignInError } from "./sign-in-error";

export type SignInProblem = { title: string; next: string };

/** By the codes that next-auth leads back with, and our own. */
const PROBLEMS: Readonly<Record<string, SignInProblem>> = {
  Verification: {
    title: "This link no longer works",
    next: "A link works once, for 15 minutes. Ask for a new mail.",
  },
  CodeWrong: {
    title: "That is not the code",
    next: "Type the six digits of the newest mail.",
  },
  CodeDead: {
    title: "This code no longer works",
    next: "Open the link in the mail, or ask for a new mail.",
  },
  EmailSignin: {
    title: "No mail was sent",
    next: "Check the address and try again.",
  },
  CredentialsSignin: {
    title: "The signature was not accepted",
    next: "It may be too old, or signed by another account. Sign a new message.",
  },
  AccessDenied: {
    title: "The sign-in was called off",
    next: "Nothing has changed. Try again, or choose another way.",
  },
  csrf: {
    title: "This page was open for too long",
    next: "Try again; the page has been renewed.",
  },
  CodeExpired: {
    title: "The code has expired",
    next: "Nobody confirmed it in time. Show a new one and confirm in the Farcaster app.",
  },
};
const OAUTH: SignInProblem = {
  title: "X did not confirm who you are",
  next: "Try again, and allow this site on the page of X.",
};
const UNKNOWN: SignInProblem = {
  title: "The sign-in did not work",
  next: "Try again, or choose another way.",
};

/** Words for a code that stands in the page's address. */
export function explainSignInCode(code: string): SignInProblem {
  const known = Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined;
  return known ?? (code.startsWith("OAuth") ? OAUTH : UNKNOWN);
}

/** Words for whatever stopped a sign-in: our answer, next-auth's, or the wallet's. */
export function explainSignInError(error: unknown): SignInProblem {
  if (error instanceof SignInError) return explainSignInCode(error.code);
  if (error instanceof ApiError) {
    if (error.status === 429) {
      const wait = error.retryAfterSeconds ?? 60;
      return { title: "Too many tries", next: `The next one is taken in ${wait} s.` };
    }
    return { title: error.message, next: "Try again in a moment." };
  }
  const { title, detail } = explainTradeError(error);
  return { title, next: detail };
}
