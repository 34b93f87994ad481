import CredentialsProvider from "next-auth/providers/credentials";
import type { Provider } from "next-auth/providers/index";
import TwitterProvider from "next-auth/providers/twitter";
import { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import { proveEmail } from "@/lib/features/users/prove-email";
import { proveFarcaster } from "@/lib/features/users/prove-farcaster";
import { proveWallet } from "@/lib/features/users/prove-wallet";
import type { ProvenIdentity } from "@/lib/features/users/rules/account";
import type { CallerLimits } from "@/lib/http/limits/caller-limits";
import { normalizeIdentity, X_API_URL } from "@/lib/shared/identity";
import { defaultOf } from "@/lib/support/default-of";

/** A rejected sign-in. next-auth redirects with `code` in the URL. */
class SignInRefusal extends Error {
  override readonly name = "SignInRefusal";

  constructor(code: "CodeWrong" | "CodeDead" | "Verification") {
    super(code);
  }
}

const createCredentials = defaultOf(CredentialsProvider);
const createTwitter = defaultOf(TwitterProvider);

/** The codes of `explain-sign-in-error.ts`. */
const REFUSALS = {
  wrong_code: "CodeWrong",
  dead_code: "CodeDead",
  dead_link: "Verification",
} as const;

/** A wallet's sign-in form. The nonce is the form's CSRF token, which was checked. */
const signedForm = z.object({
  message: z.string().max(4_000),
  signature: z.string().max(20_000),
  csrfToken: z.string().min(8),
});
/** The form behind the link of an email, or with its code. */
const mailedForm = z.union([
  z.object({ email: z.string().max(254), token: z.string().min(1).max(100) }),
  z.object({ code: z.string().regex(/^\d{6}$/) }),
]);
const xUser = z.object({
  data: z.object({ id: z.string().regex(/^\d+$/), username: z.string().min(1) }),
});

type Prove = (input: {
  message: string;
  signature: string;
  origin: string;
  nonce: string;
}) => Promise<ProvenIdentity | null>;

/** One request that may sign a user in; the providers record the result in it. */
export type SignInAttempt = {
  /** The origin that the browser shows. */
  origin: string;
  /** The secret of the browser that requested an email. */
  mailSecret: string | null;
  limit: CallerLimits["limit"];
  isUsedUp: CallerLimits["isUsedUp"];
  /** The proven identity; next-auth itself only has names. */
  proven: ProvenIdentity | null;
  /** An unexpected failure; next-auth would show its message to the user. */
  failure: unknown;
};

/** The configured sign-in methods: wallets always, others when their variables are set. */
export function createProviders(
  ctx: Pick<
    ServiceContext,
    "accounts" | "chains" | "clock" | "emailAttempts" | "env" | "farcaster" | "log" | "mailer"
  >,
  attempt: SignInAttempt,
): Provider[] {
  const { origin } = attempt;
  /** @param prove returns null when the form proves nothing */
  async function authorize(prove: () => Promise<ProvenIdentity | null>) {
    try {
      const identity = await prove();
      if (identity === null) return null;
      attempt.proven = identity;
      return { id: identity.stableId, name: identity.name };
    } catch (error) {
      if (error instanceof SignInRefusal) throw error;
      attempt.failure = error;
      return null;
    }
  }
  const signed = (id: string, name: string, prove: Prove): Provider =>
    createCredentials({
      id,
      name,
      credentials: { message: { type: "text" }, signature: { type: "text" } },
      authorize: (_, { body }) =>
        authorize(async () => {
          const form = signedForm.safeParse(body);
          if (!form.success) return null;
          const { message, signature, csrfToken: nonce } = form.data;
          return prove({ message, signature, origin, nonce });
        }),
    });
  const mailed = (): Provider =>
    createCredentials({
      id: "email",
      name: "Email",
      credentials: { code: { type: "text" } },
      authorize: (_, { body }) =>
        authorize(async () => {
          const form = mailedForm.safeParse(body);
          if (!form.success) throw new SignInRefusal("CodeWrong");
          const { mailSecret: secret, limit, isUsedUp } = attempt;
          const proof = "code" in form.data ? { code: form.data.code, secret } : form.data;
          const result = await proveEmail({ ctx, input: { proof, limit, isUsedUp } });
          if (result.state !== "proven") throw new SignInRefusal(REFUSALS[result.state]);
          return result.identity;
        }),
    });

  return [
    signed("wallet", "Wallet", (input) => proveWallet({ ctx, input })),
    ...(ctx.mailer === null ? [] : [mailed()]),
    ...(ctx.env.X_CLIENT_ID === undefined ? [] : [xProvider(ctx, attempt)]),
    ...(ctx.farcaster === null
      ? []
      : [signed("farcaster", "Farcaster", (input) => proveFarcaster({ ctx, input }))]),
  ];
}

function xProvider(ctx: Pick<ServiceContext, "env">, attempt: SignInAttempt): Provider {
  const {
    X_CLIENT_ID: clientId = "",
    X_CLIENT_SECRET: clientSecret = "",
    X_API_URL: apiUrl,
  } = ctx.env;
  const api = (apiUrl ?? X_API_URL).replace(/\/+$/, "");
  const standard = createTwitter({ clientId, clientSecret, version: "2.0" });
  return {
    ...standard,
    name: "X",
    authorization: {
      url: "https://x.com/i/oauth2/authorize",
      params: { scope: "users.read tweet.read" },
    },
    token: {
      ...(typeof standard.token === "object" ? standard.token : {}),
      url: `${api}/2/oauth2/token`,
    },
    userinfo: { url: `${api}/2/users/me` },
    profile(profile: unknown) {
      const { id, username } = xUser.parse(profile).data;
      const name = normalizeIdentity("twitter", username).id;
      attempt.proven = { type: "twitter", stableId: id, name, proofChainId: null };
      return { id, name };
    },
  };
}
