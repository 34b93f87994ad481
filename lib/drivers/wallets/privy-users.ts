import { APIError, PrivyClient } from "@privy-io/node";
import type { Address } from "viem";
import { z } from "zod";
import { anyCaseAddress } from "@/lib/schemas/common";
import { callSignal } from "@/lib/support/calls/dependency";
import { fromFailedCall, fromStatus, VendorError } from "@/lib/support/calls/vendor-error";

/** A Privy linked account, in the form that Privy imports. */
export type PrivyAccount =
  | { type: "email"; address: string }
  | { type: "twitter_oauth"; subject: string; username: string; name: string }
  | { type: "farcaster"; fid: number; owner_address: string; username?: string };

/**
 * `wallet` is the user's first embedded Ethereum wallet, or null. `walletIds` are the ids of all of
 * them; Privy signs by id.
 */
export type PrivyUser = {
  id: string;
  wallet: Address | null;
  walletIds: ReadonlyMap<Address, string>;
};

/** Every method throws VendorError. */
export type PrivyUsers = {
  /** Null when there is no such user. */
  find(account: PrivyAccount): Promise<PrivyUser | null>;
  get(userId: string): Promise<PrivyUser | null>;
  /**
   * Creates a user with a wallet. Privy does not document the status for an existing user: look it
   * up again on both.
   */
  create(account: PrivyAccount): Promise<PrivyUser | "conflict" | "invalid">;
  /** Null when Privy rejects it, for example because another caller was first. */
  addWallet(userId: string): Promise<PrivyUser | null>;
};

/**
 * Credentials that let this server sign for its users' wallets; without them only the users can.
 */
export type PrivySigning = {
  /**
   * Private key of the app's authorization key: base64 PKCS #8, optionally prefixed by
   * `wallet-auth:`.
   */
  authorizationKey: string;
  /** Id of that key at Privy; every new wallet lists it as an additional signer. */
  signerId: string;
};

const newWallets = (signing: PrivySigning | null) => [
  {
    chain_type: "ethereum" as const,
    ...(signing === null ? {} : { additional_signers: [{ signer_id: signing.signerId }] }),
  },
];

const wallet = z.object({
  type: z.literal("wallet"),
  chain_type: z.literal("ethereum"),
  connector_type: z.literal("embedded"),
  wallet_index: z.number().int().nonnegative(),
  address: anyCaseAddress,
  id: z.string().nullish(),
});
const user = z
  .object({
    id: z.string().regex(/^did:privy:\S+$/),
    linked_accounts: z.array(z.union([wallet, z.object({ type: z.string() })])),
  })
  .transform(({ id, linked_accounts }) => {
    const wallets = linked_accounts.filter((account) => "wallet_index" in account);
    const [first] = wallets.sort((a, b) => a.wallet_index - b.wallet_index);
    const walletIds = new Map(
      wallets.flatMap((one) => (one.id ? [[one.address, one.id] as const] : [])),
    );
    return { id, wallet: first?.address ?? null, walletIds };
  });

/** Privy's client with our limits. */
export function createPrivyClient(options: {
  appId: string;
  appSecret: string;
  apiUrl: string;
  timeoutMs: number;
}): PrivyClient {
  const { appId, appSecret, apiUrl, timeoutMs } = options;
  return new PrivyClient({
    appId,
    appSecret,
    apiUrl,
    timeout: timeoutMs,
    // Our code retries, so that attempts are bounded and shared by all calls.
    maxRetries: 0,
    logLevel: "off",
    // The client's own timeout covers only the headers; a body could take forever.
    fetch: (input, init) => {
      const signals = [callSignal(timeoutMs), init?.signal ?? []].flat();
      return fetch(input, { ...init, redirect: "error", signal: AbortSignal.any(signals) });
    },
  });
}

/**
 * The users of one Privy app. Source: Privy REST API, `/v1/users`, through its own client.
 * @param options.timeoutMs for each response, including its body
 */
export function createPrivyUsers(options: {
  appId: string;
  appSecret: string;
  apiUrl: string;
  timeoutMs: number;
  now: () => Date;
  signing: PrivySigning | null;
}): PrivyUsers {
  const { now, signing } = options;
  const users = createPrivyClient(options).users();
  const wallets = newWallets(signing);

  /** @param meanings of statuses that are results, not failures */
  async function callPrivy<Meaning extends string | null>(
    call: () => Promise<unknown>,
    meanings: Record<number, Meaning>,
  ): Promise<PrivyUser | Meaning> {
    try {
      return user.parse(await call());
    } catch (error) {
      if (error instanceof z.ZodError) throw new VendorError("down", "an answer of another shape");
      if (!(error instanceof APIError) || error.status === undefined) throw fromFailedCall(error);
      const meaning = meanings[error.status];
      if (meaning !== undefined) return meaning;
      throw fromStatus(error.status, error.headers, now());
    }
  }

  return {
    get: (userId) => callPrivy(() => users._get(userId), { 404: null }),
    find: (account) => callPrivy(() => findUser(users, account), { 404: null }),
    create: (account) =>
      callPrivy(() => users.create({ linked_accounts: [account], wallets }), {
        400: "invalid",
        409: "conflict",
        422: "invalid",
      }),
    addWallet: (userId) =>
      callPrivy(() => users.pregenerateWallets(userId, { wallets }), {
        400: null,
        409: null,
        422: null,
      }),
  };
}

function findUser(users: ReturnType<PrivyClient["users"]>, account: PrivyAccount) {
  if (account.type === "email") return users.getByEmailAddress({ address: account.address });
  if (account.type === "farcaster") return users.getByFarcasterID({ fid: account.fid });
  return users.getByTwitterSubject({ subject: account.subject });
}
