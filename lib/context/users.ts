import {
  createFarcasterRegistry,
  type FarcasterRegistry,
} from "@/lib/drivers/identities/create-farcaster-registry";
import {
  createFarcasterRelay,
  type FarcasterRelay,
} from "@/lib/drivers/identities/create-farcaster-relay";
import { createSmtpMailer } from "@/lib/drivers/mail/create-smtp-mailer";
import type { Mailer } from "@/lib/drivers/mail/mailer";
import { createSessions, type Sessions } from "@/lib/drivers/sessions/create-sessions";
import { type Env, required } from "@/lib/env";
import { moveTransactions } from "@/lib/features/transactions/store/move-to-account";
import {
  type AccountStore,
  createAccountStore,
} from "@/lib/features/users/store/create-account-store";
import {
  createEmailAttempts,
  type EmailAttempts,
} from "@/lib/features/users/store/create-email-attempts";
import { createMailbox, type Mailbox } from "@/lib/features/users/store/create-mailbox";
import { createSessionStore } from "@/lib/features/users/store/create-session-store";
import {
  createWatchlistStore,
  type WatchlistStore,
} from "@/lib/features/users/store/create-watchlist-store";
import { moveWebhooks } from "@/lib/features/webhooks/store/move-to-account";
import type { Connections } from "./connections";
import type { Core } from "./core";
import { derivedSecret } from "./secrets";

/** Accounts and sign-in. */
export type UserModule = {
  accounts: AccountStore;
  watchlists: WatchlistStore;
  emailAttempts: EmailAttempts;
  sessions: Sessions;
  /** Null if no email can be sent. */
  mailer: Mailer | null;
  /**
   * The sandbox's mailbox, which receives all emails. Null if a mail server sends them, and as soon as
   * one chain is real, because it exposes sign-in links.
   */
  mailbox: Mailbox | null;
  /** Null if sign-in with Farcaster is not configured. */
  farcaster: FarcasterRegistry | null;
  farcasterRelay: FarcasterRelay;
};

export function createUserModule(
  core: Pick<Core, "env" | "clock">,
  connections: Connections,
): UserModule {
  const { env, clock } = core;
  const { now } = clock;
  const { db } = connections;
  const smtp = createMailer(env);
  const mailbox = smtp === null && env.realm === "sandbox" ? createMailbox(db, now) : null;
  return {
    accounts: createAccountStore(db, now, env.realm, [moveTransactions, moveWebhooks]),
    watchlists: createWatchlistStore(db),
    emailAttempts: createEmailAttempts(db, now, env.realm),
    sessions: createSessions({
      // Derived per realm, so that the live realm cannot decrypt a cookie of the sandbox.
      openSecret: derivedSecret(core, connections, `realm ${env.realm}`),
      isSecure: env.isHttps,
      store: createSessionStore(db, now, env.realm),
    }),
    mailbox,
    mailer: smtp ?? mailbox,
    farcaster: createFarcaster(env),
    farcasterRelay: createFarcasterRelay({ url: env.FARCASTER_RELAY_URL }),
  };
}

/** The mail server of `SMTP_URL`, or null. */
export function createMailer(env: Env): Mailer | null {
  if (env.SMTP_URL === undefined) return null;
  return createSmtpMailer({ url: env.SMTP_URL, from: required(env, "MAIL_FROM") });
}

function createFarcaster(env: Env): FarcasterRegistry | null {
  if (env.FARCASTER_RPC_URL === undefined) return null;
  return createFarcasterRegistry({
    rpcUrl: env.FARCASTER_RPC_URL,
    namesUrl: env.FARCASTER_NAMES_URL,
  });
}
