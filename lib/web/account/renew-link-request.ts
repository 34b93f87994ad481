import { call } from "@slipway-launchpad/client";
import type { QueryClient } from "@tanstack/react-query";
import { linkIdentity } from "@/lib/features/users/operations";
import { ownAccountQuery } from "./own-account-query";
import { pendingMail } from "./pending-mail";

/**
 * Requests again that an email address is added to the account, before the link of its email is used:
 * another method may have replaced the request. Only if this browser requested the email for the
 * account that is signed in.
 * @throws ApiError reauthentication_required when the sign-in is too old by now: without the request the
 *   link would sign in to another account
 */
export async function renewLinkRequest(queries: QueryClient, email: string): Promise<void> {
  const pending = pendingMail.read();
  if (pending === null || pending.linkTo === null || pending.email !== email) return;
  const own = await queries.ensureQueryData(ownAccountQuery());
  if (own?.account.id !== pending.linkTo) return;
  await call(linkIdentity, { body: { type: "email", email } });
}
