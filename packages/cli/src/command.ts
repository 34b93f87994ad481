import type { Client } from "@slipway-launchpad/client";

/** What a command has to say at its end: one document, or the same for people. */
export type Outcome = { document: object; lines: string[]; exitCode: 0 | 1 };

/** What a command works with. */
export type CommandContext = {
  /** What stands behind the command's name. */
  args: string[];
  createClient(url: string): Client;
  /** Tells people about progress; silent with --json. */
  note(line: string): void;
};

export type Command = { help: string; run(context: CommandContext): Promise<Outcome> };

/** Flags of every command. */
export const COMMON_FLAGS = {
  url: { type: "string", default: "http://localhost:3000" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

export const COMMON_HELP = `  --url <address>     the service (http://localhost:3000)
  --json              exactly one JSON document on stdout
  -h, --help          this text`;
