import { ApiError } from "@slipway-launchpad/client";

/** Whether the service refused an action because the sign-in is too old for it. */
export function isStepUp(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "reauthentication_required";
}

/** Whether a new sign-in lets the action continue: the user is signed out, or the sign-in is too old. */
export function needsSignIn(error: Error | null): boolean {
  return isStepUp(error) || (error instanceof ApiError && error.status === 401);
}
