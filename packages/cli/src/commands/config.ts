import { COMMON_FLAGS, COMMON_HELP, type Command } from "../command";
import { readFlags, refuseWords } from "../read-flags";

const HELP = `Lists the chains of the launchpad and their capabilities.

  slipway config

${COMMON_HELP}`;

export const configCommand: Command = {
  help: HELP,
  async run({ args, createClient }) {
    const { values, positionals } = readFlags(args, COMMON_FLAGS);
    refuseWords(positionals);
    const answer = await createClient(values.url).getConfig();
    const rows = answer.chains.map(({ slug, chainId, name, capabilities }) => {
      const can = Object.entries(capabilities).flatMap(([what, isThere]) => (isThere ? what : []));
      return `  ${slug.padEnd(14)}${String(chainId).padEnd(8)}${name.padEnd(18)}${can.join(", ") || "tokens only"}`;
    });
    const title = answer.sandbox ? "Sandbox" : "Live";
    return { document: answer, lines: [title, ...rows], exitCode: 0 };
  },
};
