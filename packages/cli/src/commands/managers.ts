import { COMMON_FLAGS, COMMON_HELP, type Command } from "../command";
import {
  readFlags,
  readIdempotencyKey,
  refuseWords,
  requireChainFlag,
  requireFlag,
} from "../read-flags";
import { readSplits } from "../read-splits";
import { UsageError } from "../usage-error";

const SHARED_FLAGS = {
  ...COMMON_FLAGS,
  chain: { type: "string" },
  "idempotency-key": { type: "string" },
  "owner-address": { type: "string" },
} as const;
const REVENUE_FLAGS = {
  ...SHARED_FLAGS,
  fee: { type: "string" },
  "recipient-address": { type: "string" },
  "recipient-email": { type: "string" },
  "recipient-twitter": { type: "string" },
  "recipient-farcaster": { type: "string" },
} as const;
const SPLIT_FLAGS = {
  ...SHARED_FLAGS,
  "owner-email": { type: "string" },
  "owner-twitter": { type: "string" },
  "owner-farcaster": { type: "string" },
  split: { type: "string", multiple: true },
  "creator-share": { type: "string" },
} as const;

const HELP = `Creates a fee manager for tokens to launch with. Returns once it is mined.

  slipway managers revenue --chain base-sepolia --fee 2000 --recipient-email <address>
  slipway managers split --chain base-sepolia --owner-email <address> --split <type:id[:percent]> …

Both
  --chain <slug>      base, base-sepolia or robinhood
  --idempotency-key <key>   random text; the same key and flags never create two

Revenue: takes a part of the creator share
  --fee <bps>         0 to 10000 (100 = 1%)
  --recipient-address <0x…>, --recipient-email <address>, --recipient-twitter <name>,
  --recipient-farcaster <name>   the recipient, exactly one
  --owner-address <0x…>   the recipient if absent

Split: shares the fees
  --split <type:id[:percent]>   a recipient, repeatable; type is wallet, email, twitter or
                                farcaster; equal shares without percentages
  --owner-address <0x…>, --owner-email <address>, --owner-twitter <name>,
  --owner-farcaster <name>   exactly one
  --creator-share <bps>   creator's share ahead of the recipients (0)

${COMMON_HELP}`;

type Run = Command["run"];

const createRevenueManager: Run = async ({ args, createClient }) => {
  const { values, positionals } = readFlags(args, REVENUE_FLAGS);
  refuseWords(positionals);
  const chain = requireChainFlag(values.chain);
  const body = {
    protocolFee: requireFlag(values.fee, "fee"),
    recipientAddress: values["recipient-address"],
    recipientEmail: values["recipient-email"],
    recipientTwitterUsername: values["recipient-twitter"],
    recipientFarcasterUsername: values["recipient-farcaster"],
    ownerAddress: values["owner-address"],
  };
  const idempotencyKey = readIdempotencyKey(values["idempotency-key"]);
  const client = createClient(values.url);
  const answer = await client.createRevenueManager(chain, body, { idempotencyKey });
  const lines = [
    `Revenue manager on ${chain}`,
    `  manager      ${answer.managerAddress}`,
    `  fee          ${answer.protocolFee / 100}%`,
    `  recipient    ${answer.recipientAddress}`,
    `  owner        ${answer.owner}`,
    `  transaction  ${answer.txHash}`,
  ];
  return { document: answer, lines, exitCode: 0 };
};

const createSplitManager: Run = async ({ args, createClient }) => {
  const { values, positionals } = readFlags(args, SPLIT_FLAGS);
  refuseWords(positionals);
  const chain = requireChainFlag(values.chain);
  if (values.split === undefined) throw new UsageError("--split is required");
  const body = {
    recipients: readSplits(values.split),
    ownerAddress: values["owner-address"],
    ownerEmail: values["owner-email"],
    ownerTwitterUsername: values["owner-twitter"],
    ownerFarcasterUsername: values["owner-farcaster"],
    creatorShare: values["creator-share"],
  };
  const idempotencyKey = readIdempotencyKey(values["idempotency-key"]);
  const client = createClient(values.url);
  const answer = await client.createFeeSplitManager(chain, body, { idempotencyKey });
  const lines = [
    `Fee split manager on ${chain}`,
    `  manager      ${answer.managerAddress}`,
    `  owner        ${answer.owner}`,
    ...answer.recipients.map(
      ({ percentage, address, originalInput: { type, id } }) =>
        `  ${percentage.padStart(9)}%  ${address}${type === "wallet" ? "" : ` ${type}:${id}`}`,
    ),
    `  transaction  ${answer.txHash}`,
  ];
  return { document: answer, lines, exitCode: 0 };
};

export const managersCommand: Command = {
  help: HELP,
  async run(context) {
    const [kind, ...args] = context.args;
    if (kind === "revenue") return createRevenueManager({ ...context, args });
    if (kind === "split") return createSplitManager({ ...context, args });
    throw new UsageError("Which kind? slipway managers revenue … or slipway managers split …");
  },
};
