import { z } from "zod";

/** The result of a probe. `width` and `height` as displayed: rotated, with square pixels. */
export const probe = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("video"),
    durationSeconds: z.number().positive(),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    /** Whether browsers play and seek its tracks directly, so that only the container changes. */
    canCopy: z.boolean(),
  }),
  z.object({ kind: z.literal("refused"), reason: z.string() }),
]);
export type Probe = z.output<typeof probe>;
