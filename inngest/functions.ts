import { launchToken } from "./launch-token";

/** Every durable function of the service, as the job engine is told of them. */
export const functions = [launchToken];
