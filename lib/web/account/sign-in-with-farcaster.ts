import { ApiError, call, sleep } from "@slipway-launchpad/client";
import { getFarcasterSignIn, requestFarcasterSignIn } from "@/lib/features/users/operations";
import { fetchFormToken, sendSignedMessage } from "./auth-client";
import {
  type FarcasterRequest,
  readPendingFarcaster,
  writePendingFarcaster,
} from "./pending-farcaster";
import { SignInError } from "./sign-in-error";

/** The service allows 60 account requests a minute per caller. */
const PAUSE_MS = 2_000;
/** How long a code is shown: well within the validity of a signed message. */
const CODE_MS = 5 * 60_000;

/**
 * Signs in with the Farcaster app, on this device or another one: "Sign In with Farcaster"
 * (FIP-11). Resumes a pending request of the same purpose.
 * @param linkTo the account that the Farcaster user is added to; null for a plain sign-in
 * @param onLink receives the link for the app, to be shown as a QR code
 * @throws SignInError CredentialsSignin, or CodeExpired when nobody confirms; ApiError; the abort
 * reason of `signal`
 */
export async function signInWithFarcaster(
  linkTo: string | null,
  onLink: (url: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const pending = readPendingFarcaster(linkTo) ?? (await begin(linkTo, signal));
  const { url, token, csrfToken, until } = pending;
  onLink(url);
  while (Date.now() < until) {
    await sleep(PAUSE_MS, signal);
    const reply = await readReply(token, signal);
    if (reply?.state === "expired") break;
    if (reply?.state !== "signed") continue;
    const { message, signature } = reply;
    // The relay returns it only once.
    writePendingFarcaster(null);
    await sendSignedMessage("farcaster", { message, signature, csrfToken });
    return;
  }
  writePendingFarcaster(null);
  throw new SignInError("CodeExpired");
}

async function begin(linkTo: string | null, signal: AbortSignal): Promise<FarcasterRequest> {
  const csrfToken = await fetchFormToken();
  const { url, token } = await call(
    requestFarcasterSignIn,
    { body: { nonce: csrfToken } },
    { signal },
  );
  const pending = { url, token, csrfToken, linkTo, until: Date.now() + CODE_MS };
  writePendingFarcaster(pending);
  return pending;
}

/** Null when the request failed: the browser may be returning from the app. */
async function readReply(token: string, signal: AbortSignal) {
  try {
    return await call(getFarcasterSignIn, { body: { token } }, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError && error.retryable) return null;
    throw error;
  }
}
