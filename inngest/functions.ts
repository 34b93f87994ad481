import { processVideo } from "./process-video";
import { schedules } from "./schedules";
import { advanceTransaction } from "./transactions";

/** Every durable function of the service, as the job engine is told of them. */
export const functions = [advanceTransaction, processVideo, ...schedules];
