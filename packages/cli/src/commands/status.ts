import { COMMON_FLAGS, COMMON_HELP, type Command } from "../command";
import { describeLaunch } from "../describe-launch";
import { readFlags, readTimeoutMs, refuseWords } from "../read-flags";
import { UsageError } from "../usage-error";
import { waitWithProgress } from "../wait-with-progress";

const FLAGS = {
  ...COMMON_FLAGS,
  wait: { type: "boolean", default: false },
  timeout: { type: "string" },
} as const;

const HELP = `Shows the status of a launch. Exits with 1 if it failed.

  slipway status <jobId>

  --wait              wait until the launch has ended
  --timeout <s>       longest wait in seconds (180)
${COMMON_HELP}`;

export const statusCommand: Command = {
  help: HELP,
  async run({ args, createClient, note }) {
    const { values, positionals } = readFlags(guardJobId(args), FLAGS);
    const [jobId, ...more] = positionals;
    if (jobId === undefined) throw new UsageError("Which launch? slipway status <jobId>");
    refuseWords(more);
    const timeoutMs = readTimeoutMs(values.timeout);
    const client = createClient(values.url);
    const answer = values.wait
      ? await waitWithProgress(client, jobId, { timeoutMs, note })
      : await client.getLaunchStatus(jobId);
    return {
      document: { jobId, ...answer },
      lines: describeLaunch(answer),
      exitCode: answer.state === "failed" ? 1 : 0,
    };
  },
};

/** Job ids are 22 characters of base64url: one in 64 starts with a dash and looks like a flag. */
function guardJobId(args: readonly string[]): string[] {
  const isDashedId = (arg: string) => /^-[\w-]{21}$/.test(arg);
  const ids = args.filter(isDashedId);
  const others = args.filter((arg) => !isDashedId(arg));
  return ids.length === 0 ? others : [...others, "--", ...ids];
}
