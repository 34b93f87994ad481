import type { IncomingMessage } from "node:http";
import { type Hex, isHex, keccak256, toHex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { z } from "zod";

export const PRIVY_APP_ID = "test-app";
export const PRIVY_APP_SECRET = "privy-s3cret-value";
export const PRIVY_SIGNER_ID = "key-quorum-1";

export type Answer = { status: number; json: unknown };
type Account = Record<string, unknown> & { type: string };
type User = { id: string; created_at: number; linked_accounts: Account[] };

const wallets = z.array(
  z.object({
    chain_type: z.literal("ethereum"),
    additional_signers: z.array(z.object({ signer_id: z.string() })).optional(),
  }),
);
const hex = z.string().refine((text): text is Hex => isHex(text));
const quantity = hex.transform(BigInt);
const transactionBody = z.object({
  method: z.literal("eth_signTransaction"),
  params: z.object({
    transaction: z.object({
      type: z.literal(2),
      chain_id: z.number(),
      nonce: z.number(),
      to: hex,
      data: hex,
      value: quantity,
      gas_limit: quantity,
      max_fee_per_gas: quantity,
      max_priority_fee_per_gas: quantity,
    }),
  }),
});
const fields = z.array(z.object({ name: z.string(), type: z.string() }));
const typedDataBody = z.object({
  method: z.literal("eth_signTypedData_v4"),
  params: z.object({
    typed_data: z.object({
      domain: z.object({
        name: z.string(),
        version: z.string().optional(),
        chainId: z.number(),
        verifyingContract: hex,
      }),
      types: z.record(z.string(), fields).refine((types) => "EIP712Domain" in types),
      primary_type: z.string(),
      message: z.record(z.string(), z.unknown()),
    }),
  }),
});
const rpcBody = z.discriminatedUnion("method", [transactionBody, typedDataBody]);
const email = z.strictObject({ type: z.literal("email"), address: z.email() });
const twitter = z.strictObject({
  type: z.literal("twitter_oauth"),
  subject: z.string(),
  username: z.string(),
  name: z.string(),
});
const farcaster = z.strictObject({
  type: z.literal("farcaster"),
  fid: z.number(),
  owner_address: z.string(),
  username: z.string().optional(),
});
const createBody = z.object({
  linked_accounts: z.array(z.union([email, twitter, farcaster])).min(1),
  wallets: wallets.optional(),
});
const walletsBody = z.object({ wallets });

/** The field that identifies an account of each type, and its lookup endpoint at Privy. */
const LOOKUPS = [
  { path: "/v1/users/email/address", type: "email", field: "address" },
  { path: "/v1/users/twitter/subject", type: "twitter_oauth", field: "subject" },
  { path: "/v1/users/farcaster/fid", type: "farcaster", field: "fid" },
];

/**
 * The user endpoints of Privy's REST API by their documented wire format: checks credentials,
 * validates bodies, and links an account to one user.
 */
export function createFakePrivy() {
  const users: User[] = [];
  /** The response for an existing user is not documented. */
  const settings: { duplicateStatus: number; signsFor: Hex | null } = {
    duplicateStatus: 409,
    /** A different recipient or contract than requested, like a broken or hostile signer. */
    signsFor: null,
  };
  let walletsMade = 0;
  /** Keys and signers of wallets, by wallet id. */
  const vault = new Map<string, { key: Hex; signers: string[] }>();

  function addWallet(user: User, wanted: z.output<typeof wallets> = []): User {
    walletsMade += 1;
    const id = `wallet-${walletsMade}`;
    const key = keccak256(toHex(`wallet ${walletsMade}`));
    const signers = wanted.flatMap((one) => one.additional_signers ?? []);
    vault.set(id, { key, signers: signers.map(({ signer_id }) => signer_id) });
    user.linked_accounts.push({
      type: "wallet",
      chain_type: "ethereum",
      connector_type: "embedded",
      wallet_client_type: "privy",
      id,
      wallet_index: user.linked_accounts.filter((one) => "wallet_index" in one).length,
      address: privateKeyToAccount(key).address.toLowerCase(),
    });
    return user;
  }

  function addUser(...linked_accounts: Account[]): User {
    const user = { id: `did:privy:user${users.length + 1}`, created_at: 0, linked_accounts };
    users.push(user);
    return user;
  }

  function find(account: Account): User | undefined {
    const field = LOOKUPS.find(({ type }) => type === account.type)?.field ?? "type";
    return users.find(({ linked_accounts }) =>
      linked_accounts.some((one) => one.type === account.type && one[field] === account[field]),
    );
  }

  function create(body: unknown): Answer {
    const parsed = createBody.safeParse(body);
    if (!parsed.success) return { status: 400, json: { error: "Invalid body" } };
    const { linked_accounts, wallets } = parsed.data;
    if (linked_accounts.some((account) => find(account) !== undefined)) {
      return { status: settings.duplicateStatus, json: { error: "User exists" } };
    }
    const user = addUser(...linked_accounts);
    return { status: 200, json: wallets?.length ? addWallet(user, wallets) : user };
  }

  /** Signs for an app whose authorization key the wallet names as a signer. */
  async function sign(walletId: string, isAuthorized: boolean, body: unknown): Promise<Answer> {
    const held = vault.get(walletId);
    if (held === undefined) return { status: 404, json: { error: "Wallet not found" } };
    if (!isAuthorized || !held.signers.includes(PRIVY_SIGNER_ID)) {
      return { status: 401, json: { error: "No valid authorization signatures" } };
    }
    const parsed = rpcBody.safeParse(body);
    if (!parsed.success) return { status: 400, json: { error: "Invalid body" } };
    const { method } = parsed.data;
    const account = privateKeyToAccount(held.key);
    const data =
      parsed.data.method === "eth_signTransaction"
        ? await signTransaction(account, parsed.data.params, settings.signsFor)
        : await signTypedData(account, parsed.data.params, settings.signsFor);
    return { status: 200, json: { method, data } };
  }

  async function answer(
    path: string,
    { headers, method }: IncomingMessage,
    text: string,
  ): Promise<Answer> {
    const basic = Buffer.from(`${PRIVY_APP_ID}:${PRIVY_APP_SECRET}`).toString("base64");
    if (headers["privy-app-id"] !== PRIVY_APP_ID) {
      return { status: 400, json: { error: "Missing or wrong privy-app-id" } };
    }
    if (headers.authorization !== `Basic ${basic}`) {
      return { status: 401, json: { error: "Invalid app ID or app secret" } };
    }
    const owner = users.find(({ id }) => decodeURIComponent(path) === `/v1/users/${id}`);
    if (method === "GET" && owner !== undefined) return { status: 200, json: owner };
    const body = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    const [, walletId] = /^\/v1\/wallets\/([^/]+)\/rpc$/.exec(path) ?? [];
    const signature = headers["privy-authorization-signature"];
    if (walletId !== undefined) return sign(walletId, Boolean(signature), body);
    if (path === "/v1/users") return create(body);
    const notFound = { status: 404, json: { error: "User not found" } };
    const lookup = LOOKUPS.find((one) => one.path === path);
    if (lookup !== undefined) {
      const user = find({ ...body, type: lookup.type });
      return user === undefined ? notFound : { status: 200, json: user };
    }
    const user = users.find(({ id }) => decodeURIComponent(path) === `/v1/users/${id}/wallets`);
    if (user === undefined) return notFound;
    const parsed = walletsBody.safeParse(body);
    if (!parsed.success) return { status: 400, json: { error: "Invalid body" } };
    return { status: 200, json: addWallet(user, parsed.data.wallets) };
  }

  return { users, settings, addUser, answer };
}

async function signTransaction(
  account: PrivateKeyAccount,
  { transaction }: z.output<typeof transactionBody>["params"],
  signsFor: Hex | null,
) {
  const signed_transaction = await account.signTransaction({
    type: "eip1559",
    chainId: transaction.chain_id,
    nonce: transaction.nonce,
    to: signsFor ?? transaction.to,
    data: transaction.data,
    value: transaction.value,
    gas: transaction.gas_limit,
    maxFeePerGas: transaction.max_fee_per_gas,
    maxPriorityFeePerGas: transaction.max_priority_fee_per_gas,
  });
  return { encoding: "rlp", signed_transaction };
}

async function signTypedData(
  account: PrivateKeyAccount,
  { typed_data }: z.output<typeof typedDataBody>["params"],
  signsFor: Hex | null,
) {
  const { domain, types, primary_type: primaryType, message } = typed_data;
  const verifyingContract = signsFor ?? domain.verifyingContract;
  const signature = await account.signTypedData({
    domain: { ...domain, verifyingContract },
    types,
    primaryType,
    message,
  });
  return { encoding: "hex", signature };
}
