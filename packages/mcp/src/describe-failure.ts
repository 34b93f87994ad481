import type { ApiError } from "@slipway-launchpad/client";
import { ToolProblem } from "./tool";

/** The next step of an agent after an error, by its code. */
const ADVICE: Readonly<Record<string, string>> = {
  token_not_found:
    "Check chain and address with search_tokens. A new token appears after a few seconds.",
  job_not_found: "Check the jobId: it is in the result of launch.",
  unsupported_chain: "Call list_chains and use one of its chains.",
  unsupported_operation: "Call list_chains and use a chain whose capabilities include it.",
  content_flagged: "Use another image. Do not upload this one again.",
  invalid_image: "Use another image: PNG, JPEG, GIF, WebP or AVIF.",
  missing_fields: "Ask the user for the missing values. Do not invent them.",
  idempotency_key_reused: "Use a new idempotencyKey, or the arguments of the first call.",
  transaction_pending:
    "Do not retry it with another key. Call it again with the same idempotencyKey.",
  proof_of_work_required:
    "Call launch_challenge, solve the challenge with a program, and call launch again with proofOfWork.",
  invalid_proof_of_work: "Call launch_challenge and solve the new challenge.",
  budget_exhausted: "Tell the user that the launchpad has used up its gas budget. Try again later.",
  storage_full: "Try again later.",
  network_error: "Check the URL of the launchpad, then call the tool again.",
  timeout: "Call the tool again.",
};

/** The text of a failed call: what happened, which arguments are wrong, and what to do next. */
export function describeFailure(error: ApiError | ToolProblem): string {
  if (error instanceof ToolProblem) {
    return `${error.message}\nNext: Correct the arguments and call again.`;
  }
  const { message, code, details, retryAfterSeconds, retryable, transactionHash } = error;
  const { idempotencyKey, isOutcomeUnknown } = error;
  const advice =
    retryAfterSeconds === null
      ? (ADVICE[code] ?? (retryable ? "Try again later." : "Correct the arguments and call again."))
      : `Wait ${retryAfterSeconds} seconds, then call the tool again with the same arguments.`;
  return [
    `${message} (${code})`,
    ...details.map(({ path, message: text }) => `- ${path === "" ? "request" : path}: ${text}`),
    ...details.flatMap(({ remedy }) => (remedy === undefined ? [] : [`- ${remedy}`])),
    ...(transactionHash === null ? [] : [`Transaction: ${transactionHash}`]),
    ...(idempotencyKey === null || !isOutcomeUnknown
      ? []
      : [
          `It may have been done. Repeat it only with idempotencyKey "${idempotencyKey}" and the same arguments.`,
        ]),
    `Next: ${advice}`,
  ].join("\n");
}
