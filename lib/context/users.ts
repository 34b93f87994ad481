import { createHmac } from "node:crypto";
import { type AccountStore, createAccountStore } from "../db/account/create-account-store";
import { createEmailAttempts, type EmailAttempts } from "../db/account/create-email-attempts";
import { createSessionStore } from "../db/account/create-session-store";
import { createMailbox, type Mailbox } from "../db/mails/create-mailbox";
import { type Env, required } from "../env";
import { createSmtpMailer } from "../mail/create-smtp-mailer";
import type { Mailer } from "../mail/mailer";
import { createSessions, type Sessions } from "../sessions/create-sessions";
import {
  createFarcasterRegistry,
  type FarcasterRegistry,
} from "../wallets/create-farcaster-registry";
import { createFarcasterRelay, type FarcasterRelay } from "../wallets/create-farcaster-relay";
import type { Connections } from "./connections";
import type { Core } from "./core";

/** People, and how they sign in. */
export type UserModule = {
  accounts: AccountStore;
  emailAttempts: EmailAttempts;
  sessions: Sessions;
  /** Null while no mail can be sent. */
  mailer: Mailer | null;
  /** The sandbox's mails; null as soon as one chain is real, because they hold sign-in links. */
  mailbox: Mailbox | null;
  /** Null while sign-in with Farcaster is not configured. */
  farcaster: FarcasterRegistry | null;
  farcasterRelay: FarcasterRelay;
};

export function createUserModule(
  { env, clock: { now } }: Pick<Core, "env" | "clock">,
  { db }: Connections,
): UserModule {
  const mailbox = env.realm === "sandbox" ? createMailbox(db, now) : null;
  return {
    accounts: createAccountStore(db, now, env.realm),
    emailAttempts: createEmailAttempts(db, now, env.realm),
    sessions: createSessions({
      // A realm's own, so that a cookie of the sandbox cannot even be read where a chain is real.
      secret: createHmac("sha256", required(env, "NEXTAUTH_SECRET"))
        .update(`realm ${env.realm}`)
        .digest("base64url"),
      isSecure: env.publicUrl.startsWith("https:"),
      store: createSessionStore(db, now, env.realm),
    }),
    mailbox,
    mailer: createMailer(env) ?? mailbox,
    farcaster: createFarcaster(env),
    farcasterRelay: createFarcasterRelay({ url: env.FARCASTER_RELAY_URL }),
  };
}

function createMailer(env: Env): Mailer | null {
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
