import { launchToken } from "./launch-token";
import { processVideo } from "./process-video";

/** Every durable function of the service, as the job engine is told of them. */
export const functions = [launchToken, processVideo];
