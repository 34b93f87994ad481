import { ApiError } from "@slipway-launchpad/client";

/** How pages call the fields of requests; the messages of other fields are whole sentences. */
const SUBJECTS: Readonly<Record<string, string>> = {
  amount: "The amount",
  amountIn: "The amount",
  deadline: "The deadline",
  minAmountOut: "The minimum",
  to: "The recipient",
  tokenAddress: "The token",
};

/**
 * The message of an error for the user, without its period. The names of request fields, which messages
 * about invalid bodies start with, are replaced by those of pages.
 */
export function userMessage(error: Error): string {
  const [first] = error instanceof ApiError ? error.details : [];
  const message = (first?.message ?? error.message).replace(/\.$/, "");
  if (first === undefined) return message;
  const subject = Object.hasOwn(SUBJECTS, first.path) ? SUBJECTS[first.path] : undefined;
  if (subject !== undefined) return `${subject} ${message}`;
  return message.charAt(0).toUpperCase() + message.slice(1);
}
