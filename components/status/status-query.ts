import { getReadiness } from "@/lib/operations/system";
import { operationQuery } from "@/lib/web/queries";

const STATUS_INTERVAL_MS = 3_000;

/** The readiness of the service, asked for every three seconds whatever the last answer was. */
export function statusQuery() {
  return {
    ...operationQuery(getReadiness, {}),
    refetchInterval: STATUS_INTERVAL_MS,
    retry: false,
  };
}
