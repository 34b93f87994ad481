import type { ChainFacts } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";

/** What is thrown for an address at which no token was launched. */
export function tokenNotFound(chain: ChainFacts, tokenAddress: string): AppError {
  return new AppError("token_not_found", `No token ${tokenAddress} on ${chain.name}`);
}
