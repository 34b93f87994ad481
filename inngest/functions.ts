import { advanceTransaction } from "./advance-transaction";
import { deliverWebhook } from "./deliver-webhook";
import { processVideo } from "./process-video";
import { schedules } from "./schedules";

/** All durable functions, as registered with the job engine. */
export const functions = [advanceTransaction, processVideo, deliverWebhook, ...schedules];
