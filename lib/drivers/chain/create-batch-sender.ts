import { RpcRequestError } from "viem";
import { getHttpRpcClient } from "viem/utils";
import { z } from "zod";

const rpcError = z.object({
  code: z.number().catch(-32_603),
  message: z.string().catch("the node returned an error without a message"),
});

/** The node did not return one response for each call of a batch. */
export class BatchShapeError extends Error {
  override readonly name = "BatchShapeError";
}

/**
 * Returns a function that sends calls of one method as one JSON-RPC batch and returns their results
 * in the order of the calls. viem's transport schedules, deduplicates and retries each call by
 * itself, which takes longer than processing a small response.
 * @param options.responseBytesMax a longer response is an error
 * @throws HttpRequestError, ResponseBodyTooLargeError, TimeoutError, and RpcRequestError of the first call that failed
 */
export function createBatchSender(
  url: string,
  options: { timeoutMs: number; responseBytesMax: number },
) {
  const client = getHttpRpcClient(url, {
    timeout: options.timeoutMs,
    maxResponseBodySize: options.responseBytesMax,
  });
  return async (method: string, calls: readonly unknown[][]): Promise<unknown[]> => {
    const body = calls.map((params, id) => ({ method, params, id }));
    const responses: unknown = await client.request({ body });
    if (!Array.isArray(responses)) throw new BatchShapeError("the node did not return a list");
    const results = new Map<number, unknown>();
    for (const response of responses) {
      if (!isObject(response)) throw new BatchShapeError("a response of a batch is not an object");
      const id = Number(response.id);
      if (response.error) {
        const error = rpcError.parse(response.error);
        throw new RpcRequestError({ body: { ...body[id] }, error, url });
      }
      results.set(id, response.result);
    }
    return body.map(({ id }) => {
      if (results.has(id)) return results.get(id);
      throw new BatchShapeError("the node omitted the response to a call");
    });
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
