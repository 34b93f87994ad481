import { type CallInput, call } from "@slipway-launchpad/client";
import { queryOptions } from "@tanstack/react-query";
import type { Operation } from "../operations/operation";

/**
 * Query options of any operation, with its schemas. The key is the operation's id and its whole
 * input, as in `readQuery`.
 */
export function operationQuery<O extends Operation>(operation: O, input: CallInput<O>) {
  return queryOptions({
    queryKey: [operation.id, input],
    queryFn: ({ signal }) => call(operation, input, { signal }),
  });
}
