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

/** An error as a JSON document and as text lines. */
type Explained = { document: object; lines: string[] };

/** Errors refer to the one that caused them; a cycle must not hang the program. */
const CAUSES_MAX = 10;

/**
 * An error as a JSON document and as text lines.
 * @param url origin of the service that the command used
 */
export function explainError(error: unknown, url: string): Explained {
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
    const { jobId, status } = error;
    const resume = `slipway status ${jobId} --wait`;
    return explainTimeout(error, {
      isKnown: status !== null,
      resume,
      url,
      facts: { jobId, status },
    });
  }
  if (error instanceof VideoRefusedError) {
    const { video, message } = error;
    return { document: video, lines: [`Refused: ${message}`] };
  }
  if (error instanceof VideoTimeoutError) {
    const { uid, video } = error;
    const resume = `slipway video --uid ${uid} --wait`;
    return explainTimeout(error, { isKnown: video !== null, resume, url, facts: { uid, video } });
  }
  if (error instanceof ApiError) return describeApiError(error, url);
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof UsageError ? "usage" : "unexpected";
  return { document: { success: false, error: message, code }, lines: [message] };
}

/**
 * A wait that took too long.
 * @param options.isKnown whether a state was received: only then it is known that the work continues
 */
function explainTimeout(
  { message, cause }: LaunchTimeoutError | VideoTimeoutError,
  options: { isKnown: boolean; resume: string; url: string; facts: object },
): Explained {
  const { isKnown, resume, url, facts } = options;
  const reason = cause instanceof ApiError ? describeCause(cause) : null;
  const command = commandFor(url, resume);
  const next = isKnown
    ? `It continues: ${command}`
    : `No status was received. Check it later: ${command}`;
  return {
    document: {
      success: false,
      error: message,
      code: "timeout",
      ...facts,
      ...(reason === null ? {} : { cause: reason }),
    },
    lines: [`${message}. ${next}`, ...(reason === null ? [] : [`  ${reason}`])],
  };
}

/** The message of an error, with its network reason if it has one. */
function describeCause(error: ApiError): string {
  const reason = networkReason(error);
  return reason === null ? error.message : `${error.message} (${reason})`;
}

/** Why no response arrived, such as an unknown host or an untrusted certificate; null if it did. */
function networkReason({ code, cause }: ApiError): string | null {
  if (code !== "network_error") return null;
  let innermost = cause;
  for (let depth = 0; depth < CAUSES_MAX; depth += 1) {
    // One for each address of a host.
    const [first] = innermost instanceof AggregateError ? innermost.errors : [];
    const next: unknown = first ?? (innermost instanceof Error ? innermost.cause : undefined);
    if (next === undefined) break;
    innermost = next;
  }
  if (!(innermost instanceof Error)) return null;
  const { message } = innermost;
  const name = "code" in innermost && typeof innermost.code === "string" ? innermost.code : "";
  if (message.includes(name)) return message === "" ? null : message;
  return message === "" ? name : `${name}: ${message}`;
}

function describeApiError(error: ApiError, url: string): Explained {
  const { message, code, status, details, retryAfterSeconds } = error;
  const { transactionHash, idempotencyKey, requestId, jobId, isOutcomeUnknown } = error;
  const reason = networkReason(error);
  const given = {
    cause: reason,
    retryAfterSeconds,
    transactionHash,
    idempotencyKey,
    requestId,
    jobId,
  };
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
      ...(reason === null ? [] : [`  ${reason}`]),
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
