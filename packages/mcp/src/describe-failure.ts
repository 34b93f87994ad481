import type { ApiError } from "@slipway-launchpad/client";
import { type Tool, ToolProblem } from "./tool";

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
  idempotency_key_reused: "Use a new random idempotencyKey, or the arguments of the first call.",
  invalid_protocol_fee: "Pass protocolFee in basis points, 0 to 10000: 100 is 1%.",
  proof_of_work_required:
    "Call launch_challenge, solve the challenge with a program, and call launch again with proofOfWork.",
  invalid_proof_of_work: "Call launch_challenge and solve the new challenge.",
  budget_exhausted: "Tell the user that the launchpad has used up its gas budget. Try again later.",
  storage_full: "Try again later.",
  network_error: "Check the URL of the launchpad, then call the tool again.",
  timeout: "Call the tool again.",
  invalid_answer:
    "This is not because of the arguments. Tell the user that the launchpad and this MCP server may have different versions.",
};

/**
 * The text of a failed call: what happened, which arguments are wrong, and what to do next.
 * @param tool the tool that was called; absent for resources
 */
export function describeFailure(
  error: ApiError | ToolProblem,
  tool?: Pick<Tool, "hints" | "repeat">,
): string {
  if (error instanceof ToolProblem) {
    return `${error.message}\nNext: Correct the arguments and call again.`;
  }
  const { message, code, details, transactionHash } = error;
  const repeat = repeatOf(error, tool);
  return [
    `${message} (${code})`,
    ...details.map(({ path, message: text }) => `- ${path === "" ? "request" : path}: ${text}`),
    ...details.flatMap(({ remedy }) => (remedy === undefined ? [] : [`- ${remedy}`])),
    ...(transactionHash === null ? [] : [`Transaction: ${transactionHash}`]),
    ...(repeat === null ? [] : ["It may have been done."]),
    `Next: ${nextStep(error, repeat)}`,
  ].join("\n");
}

/** How to repeat a call that may have been executed; null if it was not, or has no key. */
function repeatOf(
  { idempotencyKey, isOutcomeUnknown, jobId }: ApiError,
  tool: Pick<Tool, "hints" | "repeat"> | undefined,
): string | null {
  // With a job, the outcome is known.
  if (idempotencyKey === null || !isOutcomeUnknown || jobId !== null) return null;
  // Dry runs are sent with a key as well, and do nothing.
  if (tool?.hints.readOnlyHint) return null;
  return (
    tool?.repeat ?? `Repeat it only with idempotencyKey "${idempotencyKey}" and the same arguments.`
  );
}

function nextStep(error: ApiError, repeat: string | null): string {
  const { code, jobId, retryAfterSeconds, retryable } = error;
  // The launch exists already: neither a wait nor other arguments help.
  if (jobId !== null) return `Call launch_status with jobId "${jobId}".`;
  if (retryAfterSeconds !== null) {
    const wait = `Wait ${retryAfterSeconds} seconds`;
    return repeat === null
      ? `${wait}, then call the tool again with the same arguments.`
      : `${wait}. ${repeat}`;
  }
  if (repeat !== null) return repeat;
  return ADVICE[code] ?? (retryable ? "Try again later." : "Correct the arguments and call again.");
}
