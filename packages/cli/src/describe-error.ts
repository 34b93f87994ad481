import {
  ApiError,
  LaunchFailedError,
  LaunchTimeoutError,
  VideoRefusedError,
  VideoTimeoutError,
} from "@slipway-launchpad/client";
import { AcceptedError } from "./accepted-error";
import { commandFor } from "./command";
import { describeLaunch } from "./describe-launch";
import { UsageError } from "./usage-error";

/**
 * An error as a JSON document and as text lines.
 * @param url origin of the service that the command used
 */
export function explainError(error: unknown, url: string): { document: object; lines: string[] } {
  if (error instanceof AcceptedError) {
    const { accepted, resume, cause } = error;
    const { document, lines } = explainError(cause, url);
    // Other errors name the outcome, or the command themselves.
    const isNext = resume !== null && cause instanceof ApiError;
    const next = isNext ? [`Check it later: ${commandFor(url, resume)}`] : [];
    return { document: { ...accepted, ...document }, lines: [...lines, ...next] };
  }
  if (error instanceof LaunchFailedError) {
    const { jobId, status } = error;
    return { document: { jobId, ...status }, lines: describeLaunch(status) };
  }
  if (error instanceof LaunchTimeoutError) {
    const { jobId, status, message } = error;
    return {
      document: { success: false, error: message, code: "timeout", jobId, status },
      lines: [`${message}. It continues: ${commandFor(url, `slipway status ${jobId} --wait`)}`],
    };
  }
  if (error instanceof VideoRefusedError) {
    const { video, message } = error;
    return { document: video, lines: [`Refused: ${message}`] };
  }
  if (error instanceof VideoTimeoutError) {
    const { uid, video, message } = error;
    return {
      document: { success: false, error: message, code: "timeout", uid, video },
      lines: [`${message}. It continues: ${commandFor(url, `slipway video --uid ${uid} --wait`)}`],
    };
  }
  if (error instanceof ApiError) return describeApiError(error, url);
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof UsageError ? "usage" : "unexpected";
  return { document: { success: false, error: message, code }, lines: [message] };
}

function describeApiError(error: ApiError, url: string): { document: object; lines: string[] } {
  const { message, code, status, details, retryAfterSeconds } = error;
  const { transactionHash, idempotencyKey, requestId, jobId, isOutcomeUnknown } = error;
  const given = { retryAfterSeconds, transactionHash, idempotencyKey, requestId, jobId };
  return {
    document: {
      success: false,
      error: message,
      code,
      status,
      ...(details.length === 0 ? {} : { details }),
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
      ...(isOutcomeUnknown && idempotencyKey !== null ? { isOutcomeUnknown } : {}),
    },
    lines: [
      message,
      // The message already contains the first one.
      ...details.slice(1).map(({ path, message: text }) => `  ${path ? `${path}: ` : ""}${text}`),
      ...details.flatMap(({ remedy }) => (remedy === undefined ? [] : [`  ${remedy}`])),
      ...(retryAfterSeconds === null ? [] : [`Try again in ${retryAfterSeconds} s.`]),
      ...(transactionHash === null ? [] : [`  transaction  ${transactionHash}`]),
      ...(jobId === null
        ? []
        : [`Follow it: ${commandFor(url, `slipway status ${jobId} --wait`)}`]),
      ...(idempotencyKey === null || !isOutcomeUnknown || jobId !== null
        ? []
        : [
            `The request may have arrived. Retry it safely with --idempotency-key ${idempotencyKey}`,
          ]),
    ],
  };
}
