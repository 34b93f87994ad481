import { ApiError } from "@slipway-launchpad/client";

/**
 * The message of an error for the user, without its period. Names of request fields, which messages
 * about invalid bodies start with, are left out: a page shows them under other labels.
 */
export function userMessage(error: Error): string {
  const [first] = error instanceof ApiError ? error.details : [];
  if (first === undefined) return error.message;
  return first.message.charAt(0).toUpperCase() + first.message.slice(1);
}
