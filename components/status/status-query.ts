import { operationQuery } from "@/lib/client/queries";
import { getReadiness } from "@/lib/operations/system";

const STATUS_INTERVAL_MS = 3_000;

/** The readiness of the service, asked for every three seconds whatever the last answer was. */
export function statusQuery() {
  return {
    ...operationQuery(getReadiness, {}),
    refetchInterval: STATUS_INTERVAL_MS,
    retry: false,
  };
}
