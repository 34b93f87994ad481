import { eventType } from "inngest";
import { z } from "zod";

/** Every event that the job engine gets. Names are permanent: stored events carry them. */
export const transactionAccepted = eventType("transaction/accepted", {
  schema: z.object({
    id: z.string(),
    /** Kind and chain: what shares a limit of runs. */
    queue: z.string(),
    /** Above zero while the request that was accepted runs it itself. */
    startAfterSeconds: z.number(),
  }),
});

export const videoUploaded = eventType("video/uploaded", {
  schema: z.object({ uid: z.string() }),
});

/** The video provider reported a change of a video. */
export const videoEncoded = eventType("video/encoded", {
  schema: z.object({ uid: z.string() }),
});

type Declared = typeof transactionAccepted | typeof videoUploaded | typeof videoEncoded;
type EventOf<T> = T extends { name: infer N; schema: infer S extends z.ZodType }
  ? { name: N; data: z.output<S> }
  : never;

/** An event as the outbox stores it. */
export type AppEvent = EventOf<Declared>;
