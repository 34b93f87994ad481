import { type Client, createClient, VERSION } from "@slipway-launchpad/client";
import { COMMON_FLAGS, type Command, type CommandContext, type CommandOutcome } from "./command";
import { configCommand } from "./commands/config";
import { launchCommand } from "./commands/launch";
import { managersCommand } from "./commands/managers";
import { mcpCommand } from "./commands/mcp";
import { prepareCommand } from "./commands/prepare";
import { statusCommand } from "./commands/status";
import { uploadCommand } from "./commands/upload";
import { videoCommand } from "./commands/video";
import { explainError } from "./describe-error";
import { UsageError } from "./usage-error";

const COMMANDS = new Map<string, Command>(
  Object.entries({
    launch: launchCommand,
    prepare: prepareCommand,
    status: statusCommand,
    managers: managersCommand,
    upload: uploadCommand,
    video: videoCommand,
    config: configCommand,
    mcp: mcpCommand,
  }),
);

const HELP = `Launches tokens on a Slipway launchpad, without a wallet and without gas.

  slipway launch      launch a token
  slipway prepare     print calls that your own wallet sends: a launch, a trade, a claim
  slipway status      show the status of a launch
  slipway managers    create a revenue or fee split manager
  slipway upload      upload an image for a launch
  slipway video       upload a video for a launch
  slipway config      list the chains and their capabilities
  slipway mcp         serve the tools of an AI agent on stdin and stdout

Run slipway <command> --help for details, and slipway --version for the version. Every command takes
--url (http://localhost:3000) and, except mcp, --json.
Exit codes: 0 success, 1 a failed launch or request, 2 invalid usage.`;

export type CliOutput = { print(text: string): void; complain(text: string): void };

/**
 * Runs one command line. Results go to `print`, errors to `complain`; with --json exactly one document
 * goes to `print` in both cases.
 * @returns the exit code
 */
export async function run(words: string[], terminal: CliOutput): Promise<0 | 1 | 2> {
  const { name, args } = splitWords(words);
  const isJson = words.includes("--json");
  const isHelp = args.includes("--help") || args.includes("-h");
  const command = COMMANDS.get(name ?? "");
  if (words.length === 0 || (isHelp && (name === undefined || command !== undefined))) {
    terminal.print(command?.help ?? HELP);
    return isHelp ? 0 : 2;
  }
  if (name === undefined && args.some((word) => word === "--version" || word === "-v")) {
    terminal.print(isJson ? toJson({ version: VERSION }) : VERSION);
    return 0;
  }
  let url: string = COMMON_FLAGS.url.default;
  try {
    const outcome = await perform(command, name, {
      args,
      note: (line) => (isJson ? undefined : terminal.print(line)),
      complain: terminal.complain,
      createClient(given) {
        url = given;
        return createCheckedClient(given);
      },
    });
    if (isJson) terminal.print(toJson(outcome.document));
    else if (outcome.lines.length > 0) terminal.print(outcome.lines.join("\n"));
    return outcome.exitCode;
  } catch (error) {
    const { document, lines } = explainError(error, url);
    if (isJson) terminal.print(toJson(document));
    else terminal.complain(lines.join("\n"));
    if (!(error instanceof UsageError)) return 1;
    const topic = command === undefined ? "" : ` ${name}`;
    if (!isJson) terminal.complain(`Run slipway${topic} --help for details.`);
    return 2;
  }
}

/**
 * Finds the command, which flags of every command may precede. `help <command>` is the same as
 * `<command> --help`.
 */
function splitWords(words: readonly string[]): { name: string | undefined; args: string[] } {
  let at = 0;
  while (words[at]?.startsWith("-")) at += words[at] === "--url" ? 2 : 1;
  const name = words[at];
  const args = [...words.slice(0, at), ...words.slice(at + 1)];
  return name === "help" ? splitWords([...args, "--help"]) : { name, args };
}

async function perform(
  command: Command | undefined,
  name: string | undefined,
  context: CommandContext,
): Promise<CommandOutcome> {
  if (name === undefined) throw new UsageError("Which command?");
  if (command === undefined) throw new UsageError(`Unknown command: ${name}`);
  return command.run(context);
}

function createCheckedClient(url: string): Client {
  try {
    return createClient({ baseUrl: url });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`--url must be an http or https address, not "${url}"`);
  }
}

function toJson(document: object): string {
  return JSON.stringify(document, null, 2);
}
