import type { Client } from "@slipway-launchpad/client";

/** The result of a command: a JSON document, and the same as text lines. */
export type CommandOutcome = { document: object; lines: string[]; exitCode: 0 | 1 };

/** The inputs of a command. */
export type CommandContext = {
  /** The arguments after the name of the command. */
  args: string[];
  createClient(url: string): Client;
  /** Prints a progress line; nothing with --json. */
  note(line: string): void;
  /** Prints a line to stderr. */
  complain(line: string): void;
};

export type Command = { help: string; run(context: CommandContext): Promise<CommandOutcome> };

const DEFAULT_URL = "http://localhost:3000";

/** A command for the user to run: with `--url`, unless it is the default, so that it asks the same service. */
export function commandFor(url: string, command: string): string {
  return url === DEFAULT_URL ? command : `${command} --url ${url}`;
}

/** Flags of every command. */
export const COMMON_FLAGS = {
  url: { type: "string", default: DEFAULT_URL },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

export const COMMON_HELP = `  --url <url>         URL of the launchpad (${DEFAULT_URL})
  --json              print exactly one JSON document to stdout
  -h, --help          show this text`;
