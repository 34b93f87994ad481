/** The token of every launchpad that tests and benchmarks start. */
export const METRICS_TOKEN = "metrics-of-the-tests";

/** Asks for the metrics as the operator. */
export function readMetrics(baseUrl: string): Promise<Response> {
  return fetch(`${baseUrl}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
}
