import { eventType } from "inngest";
import { z } from "zod";

/** All events of the job engine. Names are permanent: stored events contain them. */
export const transactionAccepted = eventType("transaction/accepted", {
  schema: z.object({
    id: z.string(),
    /** Kind and chain: runs of one queue share a concurrency limit. */
    queue: z.string(),
    /** Above zero if the accepting request runs the transaction itself. */
    startAfterSeconds: z.number(),
    /** W3C trace context of the span that sent it. */
    traceparent: z.string().optional(),
  }),
});

export const videoUploaded = eventType("video/uploaded", {
  schema: z.object({ uid: z.string() }),
});

/** The video provider reported a state change of a video. */
export const videoEncoded = eventType("video/encoded", {
  schema: z.object({ uid: z.string() }),
});

/** Deliveries of a webhook wait. */
export const webhookDue = eventType("webhook/due", {
  schema: z.object({ id: z.string() }),
});

type Declared =
  | typeof transactionAccepted
  | typeof videoUploaded
  | typeof videoEncoded
  | typeof webhookDue;
type EventOf<T> = T extends { name: infer N; schema: infer S extends z.ZodType }
  ? { name: N; data: z.output<S> }
  : never;

/** An event as stored in the outbox. */
export type AppEvent = EventOf<Declared>;
