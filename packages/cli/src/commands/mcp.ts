import { COMMON_FLAGS, type Command } from "../command";
import { readFlags, refuseWords } from "../read-flags";
import { UsageError } from "../usage-error";

const HELP = `Serves the tools of an AI agent by the Model Context Protocol on stdin and stdout, until
stdin ends. Programs start it; the same tools are at /mcp of the launchpad.

  slipway mcp --url https://launchpad.example

  --url <url>         URL of the launchpad (http://localhost:3000)
  -h, --help          show this text`;

export const mcpCommand: Command = {
  help: HELP,
  async run({ args, createClient, complain }) {
    const { values, positionals } = readFlags(args, COMMON_FLAGS);
    refuseWords(positionals);
    // Only messages of the protocol may be on stdout.
    if (values.json) throw new UsageError("slipway mcp does not support --json");
    // Rejects an invalid URL now, and not in the middle of a conversation.
    createClient(values.url);
    const { serveStdio } = await import("@slipway-launchpad/mcp");
    await serveStdio({ baseUrl: values.url, complain });
    return { document: {}, lines: [], exitCode: 0 };
  },
};
