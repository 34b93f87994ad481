import { deliverToWebhook } from "./deliver-webhooks";
import { processVideo } from "./process-video";
import { schedules } from "./schedules";
import { advanceTransaction } from "./transactions";

/** All durable functions, as registered with the job engine. */
export const functions = [advanceTransaction, processVideo, deliverToWebhook, ...schedules];
