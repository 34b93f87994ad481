import { type Client, createClient } from "@slipway-launchpad/client";
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

Run slipway <command> --help for details. Every command takes --url (http://localhost:3000) and,
except mcp, --json.
Exit codes: 0 success, 1 a failed launch or request, 2 invalid usage.`;

export type CliOutput = { print(text: string): void; complain(text: string): void };

/**
 * Runs one command line. Results go to `print`, errors to `complain`; with --json exactly one document
 * goes to `print` in both cases.
 * @returns the exit code
 */
export async function run(words: string[], terminal: CliOutput): Promise<0 | 1 | 2> {
  const [name, ...args] = words;
  const isJson = words.includes("--json");
  const isHelp = words.includes("--help") || words.includes("-h") || name === "help";
  const command = COMMANDS.get((name === "help" ? args[0] : name) ?? "");
  if (isHelp || name === undefined) {
    terminal.print(command?.help ?? HELP);
    return name === undefined ? 2 : 0;
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

async function perform(
  command: Command | undefined,
  name: string,
  context: CommandContext,
): Promise<CommandOutcome> {
  if (command === undefined) throw new UsageError(`Unknown command: ${name}`);
  return command.run(context);
}

function createCheckedClient(url: string): Client {
  try {
    return createClient({ baseUrl: url });
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(`--url: ${error.message}`) : error;
  }
}

function toJson(document: object): string {
  return JSON.stringify(document, null, 2);
}
