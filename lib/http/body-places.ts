import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "../domain/errors";
import type { Caller } from "./callers";
import { createOccupancy, type Occupancy } from "./occupancy";

/** How many requests may send a body at a time, in sum and from one caller; networks: `occupancy.ts`. */
const PLACES = {
  /** On the way in: what arrives at once holds its place for microseconds. */
  small: { total: 512, perCaller: 32 },
  /** Held in memory until the request is answered. */
  large: { total: 24, perCaller: 3 },
  /** Streamed to the disk. */
  form: { total: 64, perCaller: 4 },
} as const;
export type BodyKind = keyof typeof PLACES;

const LARGE_BYTES = 1024 * 1024;
/** For how long the rest of a body that nobody waits for is read, so that its sender sees the answer. */
const DRAIN_MS = 2_000;

/** Bounds how many bodies arrive at a time, so that nobody keeps others out by sending slowly. */
export type BodyPlaces = {
  /**
   * Takes a place for a request's body until it is there.
   * @param bytesMax what the operation takes at most
   * @returns what to refuse the request with before its body is read, or null
   */
  enter(
    request: IncomingMessage,
    response: ServerResponse,
    of: { caller: Caller; isForm: boolean; bytesMax: number },
  ): AppError | null;
};

export function createBodyPlaces(): BodyPlaces {
  const occupancies: Record<BodyKind, Occupancy> = {
    small: createOccupancy(PLACES.small),
    large: createOccupancy(PLACES.large),
    form: createOccupancy(PLACES.form),
  };
  return {
    enter(request, response, { caller, isForm, bytesMax }) {
      const bytes = bodyBytes(request, bytesMax);
      if (bytes === 0) return null;
      const kind = isForm ? "form" : bytes > LARGE_BYTES ? "large" : "small";
      const place = occupancies[kind].take(caller.isExempt ? null : caller.buckets);
      if (typeof place !== "function") {
        const text =
          place === "full"
            ? "This server receives as many uploads as it may. Try again later."
            : `Too many requests are being sent at once. Maximum ${PLACES[kind].perCaller} from one address.`;
        const code = place === "full" ? "dependency_unavailable" : "rate_limited";
        return new AppError(code, text, { retryAfterSeconds: 5 });
      }
      if (kind === "small") request.once("end", place);
      response.once("close", place);
      return null;
    },
  };
}

/** Declared, or as much as may come where nothing is declared. */
function bodyBytes({ headers }: IncomingMessage, bytesMax: number): number {
  if (headers["transfer-encoding"] !== undefined) return Math.max(1, bytesMax);
  return Number(headers["content-length"] ?? 0);
}

/** Node would go on reading, and hold the connection, for as long as the sender likes. */
export function cutAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  if (bodyBytes(request, 1) === 0) return;
  response.once("finish", () => {
    if (request.complete) return;
    const timer = setTimeout(() => request.socket.destroy(), DRAIN_MS);
    timer.unref();
    request.once("end", () => clearTimeout(timer));
    request.socket.once("close", () => clearTimeout(timer));
  });
}
