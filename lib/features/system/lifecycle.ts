/**
 * Whether a load balancer may send requests to this process. While it stops, it serves requests for
 * a while, so that the balancer notices before connections are refused.
 */
export type Lifecycle = { phase: "starting" | "serving" | "stopping" };
