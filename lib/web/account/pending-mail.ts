import { z } from "zod";
import { EMAIL_ATTEMPT_MS } from "@/lib/features/users/rules/account";
import { normalizeIdentity } from "@/lib/shared/identity";
import { createStore } from "../create-store";

/**
 * The email sign-in that this browser has started. Stored across reloads: a phone may unload the
 * page while the user reads the email. The secret itself is in an HttpOnly cookie.
 */
const store = createStore(
  "slipway.mail",
  z.object({
    email: z.string(),
    state: z.enum(["sent", "waiting"]),
    /** The account that the address is added to; null for a plain sign-in, as before it was stored. */
    linkTo: z.string().nullable().default(null),
    /** Unix milliseconds until which the code is valid. */
    until: z.number(),
  }),
);
export type PendingMail = NonNullable<ReturnType<typeof store.read>>;

export const pendingMail = {
  subscribe: store.subscribe,
  /** Null when there is none or it has expired. */
  read(): PendingMail | null {
    const stored = store.read();
    return stored !== null && Date.now() < stored.until ? stored : null;
  },
  write(mail: Omit<PendingMail, "until"> | null): void {
    if (mail === null) {
      store.write(null);
      return;
    }
    // As in the link and in the account, with which it is compared.
    const { id: email } = normalizeIdentity("email", mail.email);
    store.write({ ...mail, email, until: Date.now() + EMAIL_ATTEMPT_MS });
  },
};
