import { z } from "zod";

/** What a file turned out to be. `width` and `height` as shown: rotated, with square pixels. */
export const probe = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("video"),
    durationSeconds: z.number().positive(),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    /** Whether browsers play its tracks as they are, so that only the container changes. */
    canCopy: z.boolean(),
  }),
  z.object({ kind: z.literal("refused"), reason: z.string() }),
]);
export type Probe = z.output<typeof probe>;
