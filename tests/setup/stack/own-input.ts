/** A limit that counts nothing, as a use case gets it from one of our own programs. */
export const noLimit = async () => undefined;

/**
 * The input of a use case as one of our own programs sends it to Base Sepolia: without a caller, a limit or an
 * `Idempotency-Key`.
 */
export function ownInput<Request>(request: Request) {
  return {
    chain: "base-sepolia",
    request,
    idempotencyKey: null,
    caller: null,
    limit: noLimit,
  } as const;
}
