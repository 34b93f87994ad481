import { toolLines } from "@slipway-launchpad/mcp";
import type { Brand } from "@/lib/shared/brand";
import type { ChainSlug } from "@/lib/shared/chains";
import { docPages } from "@/lib/shared/doc-pages";
import { installCommand } from "@/lib/shared/text/install-command";
import { OPERATIONS } from "../operations/all";
import { DOCUMENTED_OPERATIONS } from "../operations/documented";
import { LIMITS } from "../operations/limits";
import type { ApiName } from "../operations/operation";

const APIS = [
  { name: "launch", title: "Launch API", document: "/openapi/launch.json" },
  { name: "data", title: "Data API, read-only", document: "/openapi/data.json" },
] as const satisfies readonly { name: ApiName; title: string; document: string }[];

/** `/llms.txt`: a description of the service and links to its documents. Format: https://llmstxt.org. */
export function describeForMachines({
  origin,
  brand,
  chains,
}: {
  origin: string;
  brand: Pick<Brand, "hidden" | "isOwn" | "name">;
  /** The chains that this launchpad serves. */
  chains: readonly ChainSlug[];
}): string {
  const lines = [
    `# ${brand.name}`,
    "",
    "> A token launchpad over HTTP. One request launches a token on Uniswap v4, without a wallet and",
    "> without gas. The request names who earns the trading fees: a wallet, an email address, an X or",
    "> Farcaster user, or up to 100 of them. The Launch API launches tokens; the Data API reads lists,",
    "> prices, candles, trades and holders. Neither needs an API key.",
    "",
    `Chains: ${chains.join(", ")}. Launch with POST ${OPERATIONS.launchMemecoin.path}; the response has a`,
    `jobId. Poll GET ${OPERATIONS.getLaunchStatus.path} until it is completed or failed.`,
    `Limits: ${LIMITS.launch.quota} launches, ${LIMITS.image.quota} images and ${LIMITS.data.quota} Data API requests per minute and caller, unless the`,
    "operator changed them. With your own wallet, POST to prepare-launch, prepare-trade or",
    "prepare-claim instead: they return unsigned calls for wallet_sendCalls (ERC-5792), the cost and a",
    "summary to show before signing.",
    "`dryRun: true` tests a launch; an `Idempotency-Key` makes retries safe.",
    "",
    `The TypeScript client and the CLI: \`${installCommand(origin)}\`, then import`,
    "`@slipway-launchpad/slipway/client` or run `npx --no -- slipway --help`. Neither is on the npm registry.",
    "",
    "## MCP server",
    "",
    `For AI agents: ${origin}/mcp (streamable HTTP), or \`npx --no -- slipway mcp --url ${origin}\` on stdio.`,
    `[SKILL.md](${origin}/skill.md) says how to use its tools:`,
    "",
    ...toolLines(),
    "",
    "## Docs",
    "",
    ...docPages(brand).map(({ href, title }) => `- [${title}](${origin}${href})`),
    `- [Postman collection](${origin}/openapi/postman.json)`,
  ];
  for (const { name, title, document } of APIS) {
    lines.push("", `## ${title}`, "", `OpenAPI: ${origin}${document}`, "");
    for (const { method, path, summary, api } of DOCUMENTED_OPERATIONS) {
      if (api === name) lines.push(`- ${method} ${path}: ${summary}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
