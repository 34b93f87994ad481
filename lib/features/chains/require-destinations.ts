import { type Address, isAddressEqual, zeroAddress } from "viem";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { ManagerReader } from "@/lib/drivers/chain/readers/create-manager-reader";
import type { PayoutReader } from "@/lib/drivers/chain/readers/create-payout-reader";
import { AppError } from "@/lib/shared/errors";
import { rethrowChainError } from "./rethrow-chain-error";
import {
  type AddressKind,
  type DestinationUse,
  findDestinationProblem,
  refusesManagers,
} from "./rules/destination";

type DestinationChain = Pick<ChainIdentity, "deployment"> &
  Pick<ManagerReader, "managerKind"> &
  Pick<PayoutReader, "streamsOf">;

/** An address that a request names, and the field that names it. */
export type Destination = {
  field: string;
  address: Address;
  use: DestinationUse;
  /** An error with a text of its own, which clients match on. */
  error?: { code: "invalid_recipient"; message: string };
};

/**
 * Refuses addresses that would lose what they are named for, before anything is stored or sent. One
 * call to each deployment reads all addresses; only those that must not be managers are read alone,
 * and a request names at most one.
 * @throws AppError invalid_body or the destination's own error, with all fields in `details`;
 *   dependency_unavailable if the chain does not respond
 */
export async function requireDestinations(
  chain: DestinationChain,
  destinations: readonly Destination[],
): Promise<void> {
  if (destinations.length === 0) return;
  const kinds = await readKinds(chain, destinations).catch(rethrowChainError);
  const refused = destinations.flatMap((destination, index) => {
    const message = findDestinationProblem(kinds[index] ?? "account", destination.use);
    return message === null ? [] : [{ ...destination, message }];
  });
  const [first] = refused;
  if (first === undefined) return;
  const details = refused.map(({ field, message }) => ({ path: field, message }));
  const { code, message } = first.error ?? {
    code: "invalid_body" as const,
    message: `${first.field}: ${first.message}`,
  };
  throw new AppError(code, message, { details });
}

/**
 * Refuses a referrer that could not be paid. The pool does not refuse it: its fees would be lost.
 * @throws AppError invalid_body, dependency_unavailable
 */
export async function requireReferrer(
  chain: DestinationChain,
  referrer: Address | null | undefined,
): Promise<void> {
  // The zero address names nobody.
  if (!referrer || isAddressEqual(referrer, zeroAddress)) return;
  await requireDestinations(chain, [{ field: "referrer", address: referrer, use: "referral" }]);
}

async function readKinds(
  chain: DestinationChain,
  destinations: readonly Destination[],
): Promise<AddressKind[]> {
  const contracts = chain.deployment.generations.flatMap((one) => Object.values(one.contracts));
  const [streams, managers] = await Promise.all([
    chain.streamsOf(destinations.map(({ address }) => address)),
    Promise.all(
      destinations.map(({ address, use }) =>
        refusesManagers(use) ? chain.managerKind(address) : "none",
      ),
    ),
  ]);
  return destinations.map(({ address }, index) => {
    if (isAddressEqual(address, zeroAddress)) return "zero";
    if (contracts.some((contract) => isAddressEqual(contract, address))) return "contract";
    if (streams[index]) return "token";
    const manager = managers[index] ?? "none";
    return manager === "none" ? "account" : manager;
  });
}
