import { afterAccepted } from "../accepted-error";
import { COMMON_FLAGS, COMMON_HELP, type Command } from "../command";
import { describeLaunch } from "../describe-launch";
import { flagsToLaunchBody, LAUNCH_FLAGS } from "../launch-body";
import {
  readFlags,
  readIdempotencyKey,
  readTimeoutMs,
  refuseWords,
  requireChainFlag,
} from "../read-flags";
import { waitWithProgress } from "../wait-with-progress";

const FLAGS = {
  ...COMMON_FLAGS,
  ...LAUNCH_FLAGS,
  chain: { type: "string" },
  wait: { type: "boolean", default: false },
  timeout: { type: "string" },
  "idempotency-key": { type: "string" },
} as const;

const HELP = `Launches a token, without a wallet and without gas.

  slipway launch --chain base-sepolia --name "First Light" --symbol LIGHT --image <cid>

The token
  --chain <slug>      base, base-sepolia or robinhood
  --name <text>       1 to 64 characters
  --symbol <text>     1 to 8 characters
  --image <cid>       IPFS hash of the image, without ipfs://
  --video <uid>       an approved video; without --image, its thumbnail is the image
  --description <text>, --website <url>, --twitter <url>, --telegram <url>, --discord <url>
  --market-cap <usd>  starting market cap in USDC (4000)
  --start-time <s>    when trading opens, in Unix seconds, up to 30 days ahead (at once)
  --launch-protection   a higher fee on purchases when trading opens; it falls within minutes
  --referral-share <percent>   of the trading fee, for the referrers of trades (0 to 20)

Who earns the fees (at most one creator; without one, the service)
  --creator-address <0x…>, --creator-email <address>, --creator-twitter <name>,
  --creator-farcaster <name>
  --creator-fee-split <bps>     share of the fees for creator and recipients (8000); the rest
                                buys back tokens
  --split <type:id[:percent]>   a recipient, repeatable; type is wallet, email, twitter or
                                farcaster; equal shares without percentages
  --creator-share <bps>         creator's share ahead of the --split recipients (0)
  --revenue-manager <0x…>, --fee-split-manager <0x…>   an existing manager, instead of --split
  --fee-split-manager-consent <nonce:deadline:signature>
                                the moderator's, for a dynamic split

Options
  --dry-run           validate and simulate only
  --wait              wait until the launch has ended
  --timeout <s>       longest wait in seconds (180)
  --idempotency-key <key>   random text; the same key and flags never launch twice
${COMMON_HELP}`;

function creatorOf(wallet: { address: string | null } | null): string {
  if (wallet === null) return "the service";
  return wallet.address ?? "a wallet that the launch creates";
}

/** Reports the start of the proof of work, which takes some seconds. */
function describeProof(note: (line: string) => void): (done: number) => void {
  let isNoted = false;
  return () => {
    if (!isNoted) note("The launchpad requires a proof of work. Solving it takes a few seconds.");
    isNoted = true;
  };
}

export const launchCommand: Command = {
  help: HELP,
  async run({ args, createClient, note }) {
    const { values, positionals } = readFlags(args, FLAGS);
    refuseWords(positionals);
    const chain = requireChainFlag(values.chain);
    const body = flagsToLaunchBody(values);
    const timeoutMs = readTimeoutMs(values.timeout);
    const client = createClient(values.url);
    const idempotencyKey = readIdempotencyKey(values["idempotency-key"]);

    const answer = await client.launchMemecoin(chain, body, {
      idempotencyKey,
      onProof: describeProof(note),
    });
    const creator = creatorOf(answer.walletProvider);
    if ("dryRun" in answer) {
      const lines = [
        `Would launch ${body.name} (${body.symbol}) on ${chain}`,
        `  token        ${answer.expectedAddress}`,
        `  creator      ${creator}`,
      ];
      return { document: answer, lines, exitCode: 0 };
    }
    const { jobId, expectedAddress, walletProvider, queueStatus } = answer;
    const queued = [
      `Queued ${body.name} (${body.symbol}) on ${chain}, about ${queueStatus.estimatedWaitSeconds} s`,
      `  job          ${jobId}`,
      `  token        ${expectedAddress}`,
      `  creator      ${creator}`,
    ];
    if (!values.wait) return { document: answer, lines: queued, exitCode: 0 };
    for (const line of queued) note(line);
    const status = await afterAccepted(
      { accepted: { jobId, expectedAddress }, resume: `slipway status ${jobId} --wait` },
      () => waitWithProgress(client, jobId, { timeoutMs, note }),
    );
    return {
      document: { jobId, expectedAddress, walletProvider, ...status },
      lines: describeLaunch(status),
      exitCode: 0,
    };
  },
};
