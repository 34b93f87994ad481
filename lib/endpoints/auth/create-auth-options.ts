import type { AuthOptions } from "next-auth";
import type { ServiceContext } from "@/lib/context";
import type { CookieSecret } from "@/lib/drivers/sessions/create-sessions";
import { type OpenSession, SESSION_MS } from "@/lib/features/users/rules/account";
import { startSession } from "@/lib/features/users/start-session";
import { createProviders, type SignInAttempt } from "./create-providers";

/** The page that sign-ins start and end on. */
export const PAGE = "/account";

/**
 * The next-auth options for one request.
 * @param options.current the requesting user, who may link the identity that is proven now
 */
export function createAuthOptions(options: {
  ctx: Pick<
    ServiceContext,
    | "accounts"
    | "chains"
    | "clock"
    | "emailAttempts"
    | "env"
    | "farcaster"
    | "ids"
    | "log"
    | "mailer"
    | "sessions"
    | "wallets"
  >;
  keys: CookieSecret;
  attempt: SignInAttempt;
  current: OpenSession | null;
}): AuthOptions {
  const { ctx, keys, attempt, current } = options;
  const { sessions, log } = ctx;

  return {
    providers: createProviders(ctx, attempt),
    secret: keys.secret,
    session: { strategy: "jwt", maxAge: SESSION_MS / 1000 },
    useSecureCookies: sessions.isSecure,
    cookies: {
      sessionToken: {
        name: sessions.cookieName,
        options: { httpOnly: true, sameSite: "lax", path: "/", secure: sessions.isSecure },
      },
    },
    pages: { signIn: PAGE, signOut: PAGE, error: PAGE },
    callbacks: {
      async jwt({ token, account }) {
        // `account` is set only at a sign-in; otherwise the cookie stays the same.
        if (!account) return token;
        const { proven: identity } = attempt;
        if (identity === null) throw new Error(`${account.provider} returned no proven identity`);
        const { limit } = attempt;
        const input = { identity, current, limit };
        const { accountId, sessionId } = await startSession({ ctx, input }).catch(
          (error: unknown) => {
            // The callback of X would redirect without the reason.
            attempt.failure = error;
            throw error;
          },
        );
        return { sub: accountId, sid: sessionId };
      },
      session: ({ session, token }) => ({
        expires: session.expires,
        user: { name: null, id: token.sub },
      }),
    },
    logger: {
      error: (code, metadata) => log.warn({ err: toError(metadata), code }, "sign-in failed"),
      warn: (code) => log.debug({ code }, "next-auth warning"),
      debug: () => undefined,
    },
  };
}

function toError(metadata: unknown): unknown {
  if (metadata instanceof Error || typeof metadata !== "object" || metadata === null) {
    return metadata;
  }
  return "error" in metadata ? metadata.error : metadata;
}
