import { call } from "@slipway-launchpad/client";
import type { z } from "zod";
import { appealDecision, reportContent } from "@/lib/features/moderation/operations";
import type {
  appealRequest,
  creatorAppeal,
  reportRequest,
  tokenAppeal,
} from "@/lib/features/moderation/schema";

/** The target of an appeal: a decision about a token, or the block that refused a launch. */
export type AppealTarget =
  | Omit<z.input<typeof tokenAppeal>, "details" | "email">
  | Omit<z.input<typeof creatorAppeal>, "details" | "email">;

/** Sends a report. @returns whether this browser's network has sent it before @throws ApiError */
export async function sendReport(body: z.input<typeof reportRequest>): Promise<boolean> {
  return (await call(reportContent, { body })).repeated;
}

/** Sends an appeal. @returns whether there was one already @throws ApiError */
export async function sendAppeal(body: z.input<typeof appealRequest>): Promise<boolean> {
  return (await call(appealDecision, { body })).repeated;
}
