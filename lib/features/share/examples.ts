import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationExamples } from "@/lib/operations/operation-docs";
import { EMBED_SIZE, embedCode } from "./rules/embed-code";

const { site, chain, token, name, symbol } = EXAMPLE;
const url = `${site}/${chain}/${token}`;
const title = `${name} (${symbol}) on Base Sepolia`;

export const OEMBED_EXAMPLES = {
  query: { url, maxwidth: "600" },
  response: {
    type: "rich",
    version: "1.0",
    title,
    provider_name: "Launchpad",
    provider_url: site,
    cache_age: 300,
    html: embedCode({ url, title, theme: null, ...EMBED_SIZE }),
    ...EMBED_SIZE,
  },
} satisfies OperationExamples;
