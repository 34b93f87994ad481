import CredentialsProvider from "next-auth/providers/credentials";
import type { EmailConfig, Provider } from "next-auth/providers/index";
import TwitterProvider from "next-auth/providers/twitter";
import { z } from "zod";
import type { ServiceContext } from "../context";
import type { ProvenIdentity } from "../domain/account";
import { normalizeIdentity } from "../domain/identity";
import { IDENTITY_RULES } from "../schemas/identity";
import { proveFarcaster } from "../services/account/prove-farcaster";
import { proveWallet } from "../services/account/prove-wallet";
import { sendSignInLink } from "../services/account/send-sign-in-link";

const LINK_SECONDS = 15 * 60;
const X_API_URL = "https://api.x.com";

/** What a wallet's sign-in form sends; the nonce is the form's CSRF token, which was checked. */
const signedForm = z.object({
  message: z.string().max(4_000),
  signature: z.string().max(20_000),
  csrfToken: z.string().min(8),
});
const xUser = z.object({
  data: z.object({ id: z.string().regex(/^\d+$/), username: z.string().min(1) }),
});

type Prove = (input: {
  message: string;
  signature: string;
  origin: string;
  nonce: string;
}) => Promise<ProvenIdentity | null>;

/**
 * The ways to sign in that are configured: wallets always, the others where the environment has
 * what they need.
 * @param origin what people see in the address bar
 * @param onProven told who has proven what; next-auth itself only knows names
 */
export function createProviders(
  ctx: ServiceContext,
  origin: string,
  onProven: (identity: ProvenIdentity) => void,
): Provider[] {
  const signed = (id: string, name: string, prove: Prove): Provider =>
    CredentialsProvider({
      id,
      name,
      credentials: { message: { type: "text" }, signature: { type: "text" } },
      async authorize(_, { body }) {
        const form = signedForm.safeParse(body);
        if (!form.success) return null;
        const { message, signature, csrfToken: nonce } = form.data;
        const identity = await prove({ message, signature, origin, nonce });
        if (identity === null) return null;
        onProven(identity);
        return { id: identity.stableId, name: identity.name };
      },
    });

  return [
    signed("wallet", "Wallet", (input) => proveWallet({ ctx, input })),
    ...(ctx.mailer === null ? [] : [emailProvider(ctx)]),
    ...(ctx.env.X_CLIENT_ID === undefined ? [] : [xProvider(ctx, onProven)]),
    ...(ctx.farcaster === null
      ? []
      : [signed("farcaster", "Farcaster", (input) => proveFarcaster({ ctx, input }))]),
  ];
}

function emailProvider(ctx: ServiceContext): EmailConfig {
  return {
    id: "email",
    type: "email",
    name: "Email",
    server: "",
    from: "",
    maxAge: LINK_SECONDS,
    options: {},
    normalizeIdentifier: (text) => normalizeIdentity("email", IDENTITY_RULES.email.parse(text)).id,
    sendVerificationRequest: ({ identifier, url }) =>
      sendSignInLink({ ctx, input: { to: identifier, url, minutes: LINK_SECONDS / 60 } }),
  };
}

function xProvider(ctx: ServiceContext, onProven: (identity: ProvenIdentity) => void): Provider {
  const {
    X_CLIENT_ID: clientId = "",
    X_CLIENT_SECRET: clientSecret = "",
    X_API_URL: apiUrl,
  } = ctx.env;
  const api = (apiUrl ?? X_API_URL).replace(/\/+$/, "");
  const standard = TwitterProvider({ clientId, clientSecret, version: "2.0" });
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
      onProven({ type: "twitter", stableId: id, name, proofChainId: null });
      return { id, name };
    },
  };
}
