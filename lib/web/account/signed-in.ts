import type { AccountAnswer } from "@/lib/features/users/schema";
import { IDENTITY_TYPES, type IdentityType } from "@/lib/shared/identity";
import { createStore } from "../create-store";
import { hasShape } from "../reads/has-shape";
import { readerOf } from "../reads/reader";

const SHAPE = {
  fields: { type: { oneOf: IDENTITY_TYPES.map((is) => ({ is })) }, name: "text" },
} as const;

/**
 * The last signed-in user of this browser, so that the header can render without a request. A hint
 * only: the session is an HttpOnly cookie.
 */
export const signedIn = createStore(
  "slipway.signed-in",
  readerOf((value): value is { type: IdentityType; name: string } => hasShape(SHAPE, value)),
);

/** Stores the user of an answered request for the session; null for a visitor who is signed out. */
export function rememberUser(own: AccountAnswer | null): void {
  const [first] = own?.account.identities ?? [];
  signedIn.write(first === undefined ? null : { type: first.type, name: first.name });
}
