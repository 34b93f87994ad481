import type { DocSample } from "./doc-sample";
import { CLIENT, JSON_HEADER, textOf } from "./sample-parts";

/** Samples of the live stream and of webhooks. */
export const EVENT_SAMPLES = {
  streamCurl: {
    title: "Listen for five seconds",
    language: "shell",
    code: "curl -sN --max-time 5 ORIGIN/v1/CHAIN/stream || true",
  },
  streamClient: {
    title: "stream.mjs",
    language: "typescript",
    code: `${CLIENT}

const signal = AbortSignal.timeout(5_000);
for await (const { event, data } of launchpad.streamMarket("CHAIN", { signal })) {
  if (event === "launch") console.log("launched", data.symbol, data.tokenAddress);
  if (event === "trade") console.log(data.type, data.amountETH, "ETH of", data.tokenAddress);
}`,
  },
  streamBrowser: {
    title: "In the browser",
    language: "browser",
    code: `let stream;
let lastEventId = "";

function connect() {
  const from = lastEventId === "" ? "" : "?lastEventId=" + lastEventId;
  stream = new EventSource("ORIGIN/v1/CHAIN/stream" + from);
  for (const name of ["ready", "launch", "trade", "reorg"]) {
    stream.addEventListener(name, (event) => { lastEventId = event.lastEventId; });
  }
  stream.addEventListener("trade", ({ data }) => {
    const { type, amountETH, tokenAddress } = JSON.parse(data);
    console.log(type, amountETH, "ETH of", tokenAddress);
  });
  stream.addEventListener("reset", () => location.reload());
  stream.addEventListener("error", () => {
    // A browser reconnects by itself, but not after a response such as 429 or 503.
    if (stream.readyState === EventSource.CLOSED) setTimeout(connect, 5_000);
  });
}
connect();`,
  },
  webhookCurl: {
    title: "Create, read, delete",
    language: "shell",
    code: `ANSWER=$(curl -s ORIGIN/api/v1/webhooks ${JSON_HEADER} -d '{
  "url": "https://receiver.example/hooks/launchpad",
  "kinds": ["launch.completed", "trade"],
  "minTradeETH": "0.1"
}')
echo "$ANSWER"
ID=$(echo "$ANSWER" | ${textOf("id")})
SECRET=$(echo "$ANSWER" | ${textOf("managementSecret")})

[ -z "$ID" ] || curl -s ORIGIN/api/v1/webhooks/$ID -H "Authorization: Bearer $SECRET"
[ -z "$ID" ] || curl -s -X DELETE ORIGIN/api/v1/webhooks/$ID -H "Authorization: Bearer $SECRET"`,
  },
  webhookEndpoint: {
    title: "endpoint.mjs",
    language: "typescript",
    code: `import { createServer } from "node:http";
import { env } from "node:process";
import { verifyWebhook, WebhookSignatureError } from "@slipway-launchpad/slipway/client";

// The secret is that of createWebhook.
const { WEBHOOK_SECRET: secret = "whsec_…", PORT = "8787" } = env;
const BYTES_MAX = 64 * 1024;

const server = createServer(async (request, response) => {
  try {
    const chunks = [];
    let size = 0;
    for await (const chunk of request) {
      size += chunk.length;
      if (size > BYTES_MAX) {
        response.writeHead(413).end();
        return;
      }
      chunks.push(chunk);
    }
    // Decoded as a whole: a chunk may end within a character.
    const body = Buffer.concat(chunks).toString("utf8");
    const event = await verifyWebhook({ secret, headers: request.headers, body });
    if (event.type === "trade") console.log(event.data.type, event.data.amountETH);
    // Repeats the challenge of webhook.verify; other events need only the status.
    response.end(JSON.stringify(event.data));
  } catch (error) {
    // The launchpad sends what failed again. Also here if the sender hangs up.
    response.writeHead(error instanceof WebhookSignatureError ? 401 : 500).end();
  }
});
server.listen(Number(PORT));`,
    isServer: true,
  },
} as const satisfies Record<string, DocSample>;
