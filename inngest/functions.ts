import { launchToken } from "./launch-token";
import { processVideo } from "./process-video";
import { schedules } from "./schedules";

/** Every durable function of the service, as the job engine is told of them. */
export const functions = [launchToken, processVideo, ...schedules];
