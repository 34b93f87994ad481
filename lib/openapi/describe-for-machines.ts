import { CHAIN_SLUGS } from "../domain/chains";
import { DOC_PAGES, installCommand } from "../domain/pages";
import { OPERATIONS } from "../operations/all";
import { DOCUMENTED_OPERATIONS } from "../operations/documented";
import { LIMITS } from "../operations/limits";
import type { InterfaceName } from "../operations/operation";

const INTERFACES = [
  { name: "launch", title: "Launch interface", document: "/openapi/launch.json" },
  { name: "data", title: "Data interface, read-only", document: "/openapi/data.json" },
] as const satisfies readonly { name: InterfaceName; title: string; document: string }[];

/** `/llms.txt`: what the service offers and where its documents are. Source: llmstxt.org. */
export function describeForMachines(origin: string): string {
  const lines = [
    "# Slipway",
    "",
    "> A token launchpad over HTTP. One request launches a token on Uniswap v4, without a wallet and",
    "> without gas; its trading fees go to whom the request names: a wallet, an email address, an X",
    "> or Farcaster user, or up to a hundred of them. A second interface reads lists, prices, candles,",
    "> trades and holders. Neither needs a key.",
    "",
    `Chains: ${CHAIN_SLUGS.join(", ")}. A launch is POST ${OPERATIONS.launchMemecoin.path}; its answer has a`,
    `jobId, which GET ${OPERATIONS.getLaunchStatus.path} follows until it is completed or failed.`,
    `Limits: ${LIMITS.launch.quota} launches and ${LIMITS.image.quota} images a minute, ${LIMITS.data.quota} reads a minute for each address, unless the`,
    "operator set others. `dryRun: true` checks a launch without launching; an `Idempotency-Key` makes it safe to repeat.",
    "",
    `The TypeScript client and the command line: \`${installCommand(origin)}\`, then import`,
    "`@slipway-launchpad/slipway/client` or run `npx --no slipway --help`. Neither is on the npm registry.",
    "",
    "## Docs",
    "",
    ...DOC_PAGES.map(({ href, title }) => `- [${title}](${origin}${href})`),
    `- [Postman collection](${origin}/openapi/postman.json)`,
  ];
  for (const { name, title, document } of INTERFACES) {
    lines.push("", `## ${title}`, "", `OpenAPI: ${origin}${document}`, "");
    for (const { method, path, summary, interface: own } of DOCUMENTED_OPERATIONS) {
      if (own === name) lines.push(`- ${method} ${path}: ${summary}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
