import type { AnswerOf } from "@slipway-launchpad/client";
import { COMMON_FLAGS, COMMON_HELP, type Command, type CommandOutcome } from "../command";
import { DECIMALS, formatEther } from "../format-ether";
import { flagsToLaunchBody, LAUNCH_FLAGS } from "../launch-body";
import { parseDecimalFlag } from "../parse-decimal-flag";
import {
  readFlags,
  readIdempotencyKey,
  refuseWords,
  requireChainFlag,
  requireFlag,
} from "../read-flags";
import { UsageError } from "../usage-error";

const SHARED_FLAGS = {
  ...COMMON_FLAGS,
  chain: { type: "string" },
  from: { type: "string" },
} as const;
const LAUNCHING_FLAGS = {
  ...SHARED_FLAGS,
  ...LAUNCH_FLAGS,
  "first-buy": { type: "string" },
  "slippage-bps": { type: "string" },
  "idempotency-key": { type: "string" },
} as const;
const TRADING_FLAGS = {
  ...SHARED_FLAGS,
  token: { type: "string" },
  buy: { type: "string" },
  sell: { type: "string" },
  "slippage-bps": { type: "string" },
  "deadline-minutes": { type: "string" },
} as const;
const CLAIMING_FLAGS = { ...SHARED_FLAGS, account: { type: "string" } } as const;

const HELP = `Prints unsigned calls that your own wallet sends and pays for. Signs and sends nothing.

  slipway prepare launch --chain base --from <0x…> --name "First Light" --symbol LIGHT --image <cid>
  slipway prepare trade --chain base --from <0x…> --token <0x…> --buy 0.1
  slipway prepare claim --chain base --from <0x…>

All
  --chain <slug>      base, base-sepolia or robinhood
  --from <0x…>        the wallet that sends the calls; no other wallet can send a launch

Launch: all flags of slipway launch, and
  --first-buy <eth>   ETH that the creator spends on a first buy in the same transaction;
                      with --launch-protection the buy pays the opening fee, 50% by default
  --slippage-bps <n>  how far below the expected tokens the first buy may end (100)
  --idempotency-key <key>   random text; the same key and flags never launch twice

Trade
  --token <0x…>       the token
  --buy <eth>, --sell <tokens>   what is spent, exactly one
  --slippage-bps <n>  how far below the quote the trade may end (100)
  --deadline-minutes <n>   until the trade reverts (10)

Claim
  --account <0x…>     the account that is paid (--from)

With --json, \`sendCalls\` holds the parameters of wallet_sendCalls (ERC-5792).
${COMMON_HELP}`;

type Run = Command["run"];

const prepareLaunch: Run = async ({ args, createClient }) => {
  const { values, positionals } = readFlags(args, LAUNCHING_FLAGS);
  refuseWords(positionals);
  const chain = requireChainFlag(values.chain);
  const firstBuy = values["first-buy"];
  const body = {
    ...flagsToLaunchBody(values),
    from: requireFlag(values.from, "from"),
    firstBuyWei: firstBuy && String(parseDecimalFlag(firstBuy, DECIMALS, "first-buy")),
    slippageBps: values["slippage-bps"],
  };
  const idempotencyKey = readIdempotencyKey(values["idempotency-key"]);
  const answer = await createClient(values.url).prepareLaunch(chain, body, { idempotencyKey });
  const facts = [
    `  token        ${answer.expectedAddress}`,
    ...("jobId" in answer ? [`  job          ${answer.jobId}`] : []),
    ...(answer.firstBuy === null ? [] : [feeLine(answer.firstBuy)]),
  ];
  const until = "expiresAt" in answer ? answer.expiresAt : null;
  return outcomeOf(answer, "sendCalls" in answer ? answer.sendCalls : null, facts, until);
};

const prepareTrade: Run = async ({ args, createClient }) => {
  const { values, positionals } = readFlags(args, TRADING_FLAGS);
  refuseWords(positionals);
  const chain = requireChainFlag(values.chain);
  const { buy, sell } = values;
  const amount = buy ?? sell;
  if (amount === undefined || (buy !== undefined && sell !== undefined)) {
    throw new UsageError("Give exactly one of --buy and --sell");
  }
  const side = buy === undefined ? ("sell" as const) : ("buy" as const);
  const body = {
    from: requireFlag(values.from, "from"),
    side,
    tokenAddress: requireFlag(values.token, "token"),
    amountIn: String(parseDecimalFlag(amount, DECIMALS, side)),
    slippageBps: values["slippage-bps"],
    deadlineMinutes: values["deadline-minutes"],
  };
  const answer = await createClient(values.url).prepareTrade(chain, body);
  const { expectedOut, priceImpactBps } = answer.quote;
  const facts = [
    `  expected     ${formatEther(expectedOut)} ${side === "buy" ? "tokens" : "ETH"}`,
    `  impact       ${priceImpactBps / 100}%`,
    feeLine(answer.quote),
  ];
  return outcomeOf(answer, answer.sendCalls, facts, answer.expiresAt);
};

const prepareClaim: Run = async ({ args, createClient }) => {
  const { values, positionals } = readFlags(args, CLAIMING_FLAGS);
  refuseWords(positionals);
  const chain = requireChainFlag(values.chain);
  const body = { from: requireFlag(values.from, "from"), account: values.account };
  const answer = await createClient(values.url).prepareClaim(chain, body);
  const facts = answer.sources.map(
    ({ kind, address, amountWei }) =>
      `  ${kind.padEnd(11)}  ${address} ${formatEther(amountWei)} ETH`,
  );
  return outcomeOf(answer, answer.sendCalls, facts, null);
};

function feeLine({ feeBps, feeWei }: { feeBps: number; feeWei: string }): string {
  return `  fee          ${feeBps / 100}%: ${formatEther(feeWei)} ETH`;
}

type Calls = AnswerOf<"prepareTrade">["sendCalls"];
type Prepared = Pick<AnswerOf<"prepareTrade">, "summary" | "sandbox" | "cost">;

function outcomeOf(
  answer: Prepared,
  sendCalls: Calls | null,
  facts: readonly string[],
  expiresAt: number | null,
): CommandOutcome {
  const lines = [
    answer.summary,
    ...facts,
    `  cost         at most ${formatEther(answer.cost.totalWei)} ETH`,
    ...(expiresAt === null ? [] : [`  valid until  ${new Date(expiresAt * 1_000).toISOString()}`]),
    ...(answer.sandbox
      ? ["A sandbox chain: never send this with a wallet of the real chain."]
      : []),
    ...(sendCalls?.calls ?? []).flatMap(({ to, value, data }) => [
      `  to           ${to}`,
      `  value        ${value}`,
      `  data         ${data}`,
    ]),
  ];
  return { document: answer, lines, exitCode: 0 };
}

export const prepareCommand: Command = {
  help: HELP,
  async run(context) {
    const [kind, ...args] = context.args;
    if (kind === "launch") return prepareLaunch({ ...context, args });
    if (kind === "trade") return prepareTrade({ ...context, args });
    if (kind === "claim") return prepareClaim({ ...context, args });
    throw new UsageError("Prepare what? slipway prepare launch, trade or claim");
  },
};
