import { getReadiness } from "@/lib/operations/system";
import { operationQuery } from "@/lib/web/queries";

const STATUS_INTERVAL_MS = 3_000;

/** Readiness of the service, polled every three seconds in any state. */
export function statusQuery() {
  return {
    ...operationQuery(getReadiness, {}),
    refetchInterval: STATUS_INTERVAL_MS,
    retry: false,
  };
}
