import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { installCommand } from "@/lib/shared/text/install-command";
import type { DocSample } from "./doc-sample";
import { EVENT_SAMPLES } from "./event-samples";
import { MARKET_SAMPLES } from "./market-samples";
import { MEDIA_SAMPLES } from "./media-samples";
import { CLIENT, IMAGE, JSON_HEADER, TOKEN, textOf } from "./sample-parts";
import { TRADE_SAMPLES } from "./trade-samples";

export const SAMPLES = {
  ...TRADE_SAMPLES,
  ...MARKET_SAMPLES,
  ...EVENT_SAMPLES,
  ...MEDIA_SAMPLES,
  launchCurl: {
    title: "Launch, wait, read",
    language: "shell",
    code: `ANSWER=$(curl -sS ORIGIN/api/v1/CHAIN/launch-memecoin \\
  ${JSON_HEADER} \\
  -d '{
    "name": "First Light",
    "symbol": "LIGHT",
    "description": "The first token on this launchpad.",
    "imageIpfs": "${IMAGE}",
    "creatorEmail": "ada@example.com"
  }')
echo "$ANSWER"
JOB=$(echo "$ANSWER" | ${textOf("jobId")})

until [ -z "$JOB" ] || curl -sS ORIGIN/api/v1/launch-status/$JOB \\
  | grep -E '"(completed|failed)"|"error"'
do sleep 1; done

curl -s 'ORIGIN/v1/CHAIN/tokens/new?limit=1'`,
  },
  launchClient: {
    title: "launch.mjs",
    language: "typescript",
    code: `${CLIENT}

const { jobId, expectedAddress } = await launchpad.launchMemecoin("CHAIN", {
  name: "First Light",
  symbol: "LIGHT",
  description: "The first token on this launchpad.",
  imageIpfs: "${IMAGE}",
  creatorEmail: "ada@example.com",
});
console.log("Expected address:", expectedAddress);

const launch = await launchpad.waitForLaunch(jobId);
console.log("Launched:", launch.collectionToken.address);`,
  },
  launchCli: {
    title: "Launch and wait",
    language: "shell",
    code: `npx --no -- slipway launch --url ORIGIN --chain CHAIN \\
  --name "First Light" --symbol LIGHT \\
  --image ${IMAGE} \\
  --creator-email ada@example.com --wait`,
  },
  dryRun: {
    title: "Dry run with three recipients",
    language: "shell",
    code: `curl -s ORIGIN/api/v1/CHAIN/launch-memecoin \\
  ${JSON_HEADER} \\
  -d '{
    "name": "Shared",
    "symbol": "SHARE",
    "imageIpfs": "${IMAGE}",
    "creatorTwitterUsername": "ada",
    "feeSplitRecipients": [
      { "type": "email", "id": "grace@example.com", "split": "5000000" },
      { "type": "farcaster", "id": "linus", "split": "3000000" },
      { "type": "twitter", "id": "margaret", "split": "2000000" }
    ],
    "creatorShare": 1000,
    "marketCap": "10000000000",
    "dryRun": true
  }'`,
  },
  prepareLaunch: {
    title: "Calls for a wallet",
    language: "shell",
    code: `curl -s ORIGIN/api/v1/CHAIN/prepare-launch \\
  ${JSON_HEADER} \\
  -d '{
    "name": "My own gas",
    "symbol": "OWN",
    "imageIpfs": "${IMAGE}",
    "from": "0x33F66d12eaCcD1d9f8dB0069e84Cf83C90f98c4c",
    "firstBuyWei": "10000000000000000"
  }'`,
  },
  revenueManager: {
    title: "Create a revenue manager, then launch with it",
    language: "typescript",
    code: `${CLIENT}

const { managerAddress } = await launchpad.createRevenueManager("CHAIN", {
  protocolFee: 2000,
  recipientEmail: "platform@example.com",
});
const dryRun = await launchpad.launchMemecoin("CHAIN", {
  name: "Managed",
  symbol: "MNGD",
  imageIpfs: "${IMAGE}",
  creatorEmail: "ada@example.com",
  revenueManagerAddress: managerAddress,
  dryRun: true,
});
console.log("Expected address:", dryRun.expectedAddress);`,
  },
  limitHeaders: {
    title: "Remaining requests",
    language: "shell",
    code: "curl -si ORIGIN/v1/CHAIN/tokens | grep -i '^ratelimit'",
  },
  errorsBoth: {
    title: "One error of each API",
    language: "shell",
    code: `curl -s ORIGIN/v1/mainnet/tokens

curl -s ORIGIN/api/v1/CHAIN/launch-memecoin \\
  ${JSON_HEADER} -d '{"symbol": "LIGHT"}'`,
  },
  errorsClient: {
    title: "errors.mjs",
    language: "typescript",
    code: `import { ApiError, createClient } from "@slipway-launchpad/slipway/client";

const launchpad = createClient({ baseUrl: "ORIGIN" });
try {
  await launchpad.getToken("CHAIN", "0x0000000000000000000000000000000000000001");
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.log(error.status, error.code, error.message, error.retryable);
}`,
  },
  chartBars: {
    title: "Hourly bars of one day",
    language: "shell",
    code: `${TOKEN}
curl -s "ORIGIN/udf/CHAIN/symbols?symbol=$TOKEN"
curl -s "ORIGIN/udf/CHAIN/history?symbol=$TOKEN&resolution=60&countback=24&to=$(date +%s)"`,
  },
  chartCandles: {
    title: "Candles with exact values",
    language: "shell",
    code: `${TOKEN}
curl -s "ORIGIN/v1/CHAIN/tokens/$TOKEN/candles?interval=5m&limit=100"`,
  },
  idempotency: {
    title: "Sent twice, created once",
    language: "shell",
    code: `KEY=$(openssl rand -hex 16)
for attempt in 1 2; do
  curl -s ORIGIN/api/v1/CHAIN/create-revenue-manager \\
    ${JSON_HEADER} -H "Idempotency-Key: $KEY" \\
    -d '{"protocolFee": 1000, "recipientEmail": "platform@example.com"}'
done`,
  },
  mcpCurl: {
    title: "List the tools",
    language: "shell",
    code: `curl -s ORIGIN/mcp ${JSON_HEADER} \\
  -H 'Accept: application/json, text/event-stream' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
  },
  health: {
    title: "Health checks",
    language: "shell",
    code: "curl -s ORIGIN/livez; curl -s ORIGIN/readyz; curl -s ORIGIN/healthz",
  },
} as const satisfies Record<string, DocSample>;

export type SampleName = keyof typeof SAMPLES;

/** Returns a sample with `origin` and `chain` filled in. */
export function sampleCode(name: SampleName, origin: string, chain: ChainSlug): string {
  return SAMPLES[name].code.replaceAll("ORIGIN", origin).replaceAll("CHAIN", chain);
}

/**
 * The chain of the samples: one that launches and has token data, and a testnet if there is one,
 * because samples are copied and run.
 */
export function sampleChain({
  chains,
  dataChains,
}: {
  chains: readonly ChainSlug[];
  dataChains: readonly ChainSlug[];
}): ChainSlug {
  const both = chains.filter((slug) => dataChains.includes(slug));
  const served = both.length > 0 ? both : [...chains, ...dataChains];
  const [first = "base-sepolia"] = served;
  return served.find((slug) => CHAINS[slug].network === "testnet") ?? first;
}

/** Commands that install what a sample needs; null when it needs nothing. */
export function installCode(name: SampleName, origin: string): string | null {
  const { code, packages = [] }: DocSample = SAMPLES[name];
  const isOurs = /@slipway-launchpad\/slipway|npx --no -- slipway/.test(code);
  const lines = [
    ...(isOurs ? [installCommand(origin)] : []),
    ...(packages.length === 0 ? [] : [`npm install ${packages.join(" ")}`]),
  ];
  return lines.length === 0 ? null : lines.join("\n");
}
