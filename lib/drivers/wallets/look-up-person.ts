import { toAppError } from "@/lib/shared/errors";
import type { Identity } from "@/lib/shared/identity";
import type { LookedUpPerson, PersonIdentity } from "./wallet-owners";

/**
 * The present owner of a username; null where usernames are not looked up. `beforeLookup` runs before a
 * request to the network.
 * @throws AppError invalid_body when nobody has it, unsupported_operation, dependency_unavailable
 */
export type LookUpPerson = (
  identity: PersonIdentity,
  beforeLookup?: () => Promise<void>,
) => Promise<LookedUpPerson | null>;

/**
 * The result of a lookup. While the directory cannot respond, null for an identity that is known: its
 * latest owner is paid, as before.
 */
export async function orKnown<T>(
  lookUp: () => Promise<T>,
  find: (identity: Identity) => Promise<unknown>,
  identity: Identity,
): Promise<T | null> {
  try {
    return await lookUp();
  } catch (error) {
    const { code } = toAppError(error);
    const isUnavailable = code === "dependency_unavailable" || code === "unsupported_operation";
    if (!isUnavailable || (await find(identity)) === null) throw error;
    return null;
  }
}
