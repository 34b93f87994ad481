import { z } from "zod";
import { EMAIL_ATTEMPT_MS } from "@/lib/features/users/rules/account";
import { createStore } from "../wallet/create-store";

/**
 * The mail that this browser waits for. It outlives the page: a phone may drop it from memory while
 * the person reads the mail. The secret itself is in a cookie that no script can read.
 */
const store = createStore(
  "slipway.mail",
  z.object({
    email: z.string(),
    state: z.enum(["sent", "waiting"]),
    /** Unix milliseconds until which the code is good. */
    until: z.number(),
  }),
);
export type PendingMail = NonNullable<ReturnType<typeof store.read>>;

export const pendingMail = {
  subscribe: store.subscribe,
  /** Null when there is none, or no longer. */
  read(): PendingMail | null {
    const stored = store.read();
    return stored !== null && Date.now() < stored.until ? stored : null;
  },
  write(mail: Pick<PendingMail, "email" | "state"> | null): void {
    store.write(mail === null ? null : { ...mail, until: Date.now() + EMAIL_ATTEMPT_MS });
  },
};
