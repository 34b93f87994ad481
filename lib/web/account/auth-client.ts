import { ApiError, call, toApiError } from "@slipway-launchpad/client";
import { z } from "zod";
import { endSessions } from "@/lib/features/users/operations";
import { SignInError } from "./sign-in-error";
import { signedIn } from "./signed-in";

/** The browser side of `/api/auth`: next-auth's forms and responses without its own client. */

const SIGN_IN_METHODS = ["email", "wallet", "twitter", "farcaster"] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

const providers = z.record(z.string(), z.object({ id: z.string() }));
const session = z.object({ user: z.object({ id: z.string() }) });
const csrf = z.object({ csrfToken: z.string().min(8) });
const redirection = z.object({ url: z.string() });

/** The sign-in methods that this launchpad offers. */
export async function fetchSignInMethods(signal?: AbortSignal): Promise<SignInMethod[]> {
  const known = providers.parse(await requestAuth("providers", undefined, signal));
  return SIGN_IN_METHODS.filter((method) => Object.hasOwn(known, method));
}

/** Whether this browser has an open session; its account may still be gone. */
export async function hasSession(signal?: AbortSignal): Promise<boolean> {
  return session.safeParse(await requestAuth("session", undefined, signal)).success;
}

/** The CSRF token of this browser; sign-in messages use it as their nonce. */
export async function fetchFormToken(): Promise<string> {
  return csrf.parse(await requestAuth("csrf")).csrfToken;
}

/**
 * Requests an email with a code and a link. The code works in this browser, the link in any.
 * @param returnTo path of the page that the link leads to
 * @returns `waiting` when no email was sent because this address has just received some
 * @throws SignInError EmailSignin, ApiError
 */
export async function requestMail(email: string, returnTo: string): Promise<"sent" | "waiting"> {
  const callbackUrl = window.location.origin + returnTo;
  const url = await post("signin/email", { email, callbackUrl });
  const state = new URL(url, window.location.origin).searchParams.get("mail");
  return state === "waiting" ? "waiting" : "sent";
}

/**
 * Signs in with the code of the email in the requesting browser, or with its link.
 * @throws SignInError CodeWrong, CodeDead, Verification; ApiError
 */
export async function submitEmailProof(
  proof: { code: string } | { email: string; token: string },
): Promise<void> {
  await post("callback/email", proof);
}

/**
 * Submits a signed message; the response sets the session cookie.
 * @throws SignInError CredentialsSignin, ApiError
 */
export async function sendSignedMessage(
  method: "wallet" | "farcaster",
  signed: { message: string; signature: string; csrfToken: string },
): Promise<void> {
  await post(`callback/${method}`, signed);
}

/** Redirects to X, which redirects back to `returnTo`. */
export async function redirectToX(returnTo: string): Promise<void> {
  const url = await post("signin/twitter", { callbackUrl: window.location.origin + returnTo });
  window.location.assign(url);
}

/** Ends the session in this browser. */
export function signOut(): Promise<void> {
  return withoutUser(async () => {
    await post("signout", {});
  });
}

/**
 * Ends the account's sessions in all browsers.
 * @throws ApiError
 */
export function signOutEverywhere(): Promise<void> {
  return withoutUser(async () => {
    await call(endSessions, { body: {} }).catch((error: unknown) => {
      // Already ended, by an attempt whose response was lost or by another browser.
      if (!(error instanceof ApiError && error.status === 401)) throw error;
    });
    // Removes the cookie, which is no longer valid.
    await post("signout", {});
  });
}

/** Hides the user first, which stops requests that would be refused while the session ends. */
async function withoutUser(endSession: () => Promise<void>): Promise<void> {
  const user = signedIn.read();
  signedIn.write(null);
  try {
    await endSession();
  } catch (error) {
    signedIn.write(user);
    throw error;
  }
}

/** Submits a form and returns next-auth's redirect URL. */
async function post(path: string, fields: Record<string, string>): Promise<string> {
  const csrfToken = fields.csrfToken ?? (await fetchFormToken());
  const { url } = redirection.parse(
    await requestAuth(path, new URLSearchParams({ ...fields, csrfToken, json: "true" })),
  );
  const { searchParams } = new URL(url, window.location.origin);
  const code = searchParams.get("error") ?? (searchParams.has("csrf") ? "csrf" : null);
  if (code !== null) throw new SignInError(code);
  return url;
}

async function requestAuth(
  path: string,
  form?: URLSearchParams,
  signal?: AbortSignal,
): Promise<unknown> {
  const response = await fetch(`/api/auth/${path}`, {
    method: form === undefined ? "GET" : "POST",
    cache: "no-store",
    ...(form === undefined ? {} : { body: form }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    const message = "The service is unreachable";
    throw new ApiError({ kind: "network", code: "network_error", message }, cause);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  // A rejected signature returns 401 with the reason in the URL.
  if (response.ok || redirection.safeParse(answer).success) return answer;
  throw toApiError(response, answer);
}
