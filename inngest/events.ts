import { eventType } from "inngest";
import { z } from "zod";

/** Every event that the job engine gets. Names are permanent: stored events carry them. */
export const launchRequested = eventType("launch/requested", {
  schema: z.object({ jobId: z.string(), chain: z.string() }),
});

export const videoUploaded = eventType("video/uploaded", {
  schema: z.object({ uid: z.string() }),
});

/** The video provider reported a change of a video. */
export const videoEncoded = eventType("video/encoded", {
  schema: z.object({ uid: z.string() }),
});

type Declared = typeof launchRequested | typeof videoUploaded | typeof videoEncoded;
type EventOf<T> = T extends { name: infer N; schema: infer S extends z.ZodType }
  ? { name: N; data: z.output<S> }
  : never;

/** An event as the outbox stores it. */
export type AppEvent = EventOf<Declared>;
