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
    limit: async () => undefined,
  } as const;
}
