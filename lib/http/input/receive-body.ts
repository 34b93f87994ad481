import { AppError } from "@/lib/shared/errors";
import type { Exchange, Stage } from "../exchange";
import { type BodySlots, createBodySlots, startReceiving } from "../limits/body-slots";
import { afterDraining, bodyBytes, limitSending } from "../limits/limit-body";
import { bodyRuleOf, operationOf } from "../router";

/** Limits of concurrent request bodies, in total and per caller; for networks see `slots.ts`. */
const SLOTS = {
  /** A body that arrives at once holds its slot for microseconds. */
  small: { total: 512, perCaller: 32 },
  /** Held in memory until the response is sent. */
  large: { total: 24, perCaller: 3 },
  /** Streamed to disk. */
  form: { total: 64, perCaller: 4 },
} as const;
export type BodyKind = keyof typeof SLOTS;

const LARGE_BYTES = 1024 * 1024;
/** How long an unwanted body is drained, so that its sender receives the response. */
const DRAIN_MS = 2_000;

/**
 * The stage that receives a request's body. Bounds concurrent bodies, so that slow senders block
 * nobody, and rejects bodies over the operation's limit.
 * @param mayDrain whether an oversized body is read before it is rejected
 */
export function createReceiveBody(mayDrain: (exchange: Exchange) => boolean): Stage {
  const slots: Record<BodyKind, BodySlots> = {
    small: createBodySlots(SLOTS.small),
    large: createBodySlots(SLOTS.large),
    form: createBodySlots(SLOTS.form),
  };

  /** @throws AppError rate_limited, dependency_unavailable */
  function takeSlot(exchange: Exchange, kind: BodyKind): void {
    const { request, response, headers } = exchange;
    const slot = slots[kind].take(exchange);
    if (typeof slot === "function") {
      if (kind === "small") request.once("end", slot);
      response.once("close", slot);
      return;
    }
    headers.push("Connection", "close");
    const text =
      slot === "full"
        ? "This server receives too many uploads. Try again later."
        : `Too many requests are being sent at once. Maximum ${SLOTS[kind].perCaller} from one address.`;
    const code = slot === "full" ? "dependency_unavailable" : "rate_limited";
    throw new AppError(code, text, { retryAfterSeconds: 5 });
  }

  return (exchange) => {
    const { request, response, match } = exchange;
    startReceiving(request);
    const operation = operationOf(match);
    // It has no use for a body; `closeAfterResponse` ends it.
    if (operation?.bodyBytesMax === 0) return "next";
    const rule = bodyRuleOf(match);
    const isForm = operation?.form !== undefined;
    if (!isForm) limitSending(request, response);
    const bytes = bodyBytes(request, rule?.bytesMax ?? 1);
    if (bytes === 0) return "next";
    // The outer request has a slot until its own response is sent.
    const isReceived = exchange.receivedBytes >= bytes;
    if (!isReceived) takeSlot(exchange, isForm ? "form" : bytes > LARGE_BYTES ? "large" : "small");
    const declaredBytes = Number(request.headers["content-length"] ?? 0);
    if (rule === null || declaredBytes <= rule.bytesMax) return "next";
    exchange.headers.push("Connection", "close");
    const text = `The request body is over ${rule.bytesMax} bytes`;
    const refusal = new AppError("payload_too_large", text);
    if (!mayDrain(exchange)) throw refusal;
    return new Promise((_, reject) => {
      afterDraining(request, () => reject(refusal));
    });
  };
}

/** Otherwise Node keeps reading and holds the connection until the sender closes it. */
export function closeAfterResponse(
  exchange: Exchange,
  mayDrain: (exchange: Exchange) => boolean,
): void {
  const { request, response } = exchange;
  if (bodyBytes(request, 1) === 0) return;
  response.once("finish", () => {
    if (request.complete) return;
    // Unread data stays with the sender, who may read the response until the connection is closed.
    if (!mayDrain(exchange)) request.socket.pause();
    const timer = setTimeout(() => request.socket.destroy(), DRAIN_MS);
    timer.unref();
    const { socket } = request;
    const forget = () => {
      clearTimeout(timer);
      // A connection serves many requests.
      socket.off("close", forget);
      request.off("end", forget);
    };
    request.once("end", forget);
    socket.once("close", forget);
  });
}
