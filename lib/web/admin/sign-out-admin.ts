import { ApiError, call } from "@slipway-launchpad/client";
import { signOutAdmin as send } from "@/lib/features/admin/operations";

/** Ends the session of the console in this browser. */
export async function signOutAdmin(): Promise<void> {
  await call(send, { body: {} }).catch((error: unknown) => {
    // Already ended or expired.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  });
}
