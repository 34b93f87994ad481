/** The metrics token of every launchpad in tests and benchmarks. */
export const METRICS_TOKEN = "metrics-of-the-tests";

/** Requests the metrics as the operator. */
export function readMetrics(baseUrl: string): Promise<Response> {
  return fetch(`${baseUrl}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
}
