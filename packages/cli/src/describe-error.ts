import {
  ApiError,
  LaunchFailedError,
  LaunchTimeoutError,
  VideoRefusedError,
  VideoTimeoutError,
} from "@slipway-launchpad/client";
import { describeLaunch } from "./describe-launch";
import { UsageError } from "./usage-error";

/** What went wrong: as a document, and for people. */
export function describeError(error: unknown): { document: object; lines: string[] } {
  if (error instanceof LaunchFailedError) {
    const { jobId, status } = error;
    return { document: { jobId, ...status }, lines: describeLaunch(status) };
  }
  if (error instanceof LaunchTimeoutError) {
    const { jobId, status, message } = error;
    return {
      document: { success: false, error: message, code: "timeout", jobId, status },
      lines: [`${message}. It goes on: slipway status ${jobId} --wait`],
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
      lines: [`${message}. It goes on: slipway video --uid ${uid} --wait`],
    };
  }
  if (error instanceof ApiError) return describeApiError(error);
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof UsageError ? "usage" : "unexpected";
  return { document: { success: false, error: message, code }, lines: [message] };
}

function describeApiError(error: ApiError): { document: object; lines: string[] } {
  const { message, code, status, details, retryAfterSeconds } = error;
  const { transactionHash, idempotencyKey, requestId } = error;
  const given = { retryAfterSeconds, transactionHash, idempotencyKey, requestId };
  return {
    document: {
      success: false,
      error: message,
      code,
      status,
      ...(details.length === 0 ? {} : { details }),
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
    },
    lines: [
      message,
      // The first of them is in the message already.
      ...details.slice(1).map(({ path, message: text }) => `  ${path ? `${path}: ` : ""}${text}`),
      ...details.flatMap(({ remedy }) => (remedy === undefined ? [] : [`  ${remedy}`])),
      ...(retryAfterSeconds === null ? [] : [`Try again in ${retryAfterSeconds} s.`]),
      ...(transactionHash === null ? [] : [`  transaction  ${transactionHash}`]),
      ...(idempotencyKey === null
        ? []
        : [`It may have arrived. With --idempotency-key ${idempotencyKey} it can't happen twice.`]),
    ],
  };
}
