import type { ChainFacts } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";

/** The error for an address without a launched token. */
export function tokenNotFound(chain: ChainFacts, tokenAddress: string): AppError {
  return new AppError("token_not_found", `No token ${tokenAddress} on ${chain.name}`);
}
