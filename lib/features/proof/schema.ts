import { z } from "zod";
import { proofChallenge } from "@/lib/schemas/proof-of-work";

export const launchChallenge = z.strictObject({
  success: z.literal(true),
  required: z.boolean().meta({
    description: "Whether this caller's launches on the chain need a proof of work now.",
  }),
  challenge: proofChallenge.nullable().meta({ description: "null if none is required." }),
});
