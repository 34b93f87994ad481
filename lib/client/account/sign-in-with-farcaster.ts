import { askFarcaster, readFarcasterAnswer } from "../../operations/account";
import { ApiError } from "../api-error";
import { call } from "../call";
import { sleep } from "../sleep";
import { readFormToken, sendSignedMessage } from "./auth-client";
import { SignInError } from "./sign-in-error";

/** The service takes 60 account requests a minute of one caller. */
const PAUSE_MS = 2_000;
/** How long a code is shown: well within the time that a signed message is good for. */
const CODE_MS = 5 * 60_000;

/**
 * Signs in with the Farcaster app, on this device or another one: "Sign In with Farcaster" (FIP-11).
 * @param onLink gets the link that the app is to open, to be shown as a code
 * @throws SignInError CredentialsSignin, or CodeExpired when nobody confirms; ApiError; what `signal`
 * was aborted with
 */
export async function signInWithFarcaster(
  onLink: (url: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const csrfToken = await readFormToken();
  const { url, token } = await call(askFarcaster, { body: { nonce: csrfToken } }, { signal });
  onLink(url);
  const deadline = Date.now() + CODE_MS;
  while (Date.now() < deadline) {
    await sleep(PAUSE_MS, signal);
    const reply = await readReply(token, signal);
    if (reply?.state === "expired") break;
    if (reply?.state !== "signed") continue;
    const { message, signature } = reply;
    await sendSignedMessage("farcaster", { message, signature, csrfToken });
    return;
  }
  throw new SignInError("CodeExpired");
}

/** Null when it could not be asked just now: the person may be on the way back from the app. */
async function readReply(token: string, signal: AbortSignal) {
  try {
    return await call(readFarcasterAnswer, { body: { token } }, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError && error.retryable) return null;
    throw error;
  }
}
