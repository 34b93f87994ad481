import { CHAIN_SLUGS, type ChainSlug } from "@slipway-launchpad/client";
import { getTokenDetails } from "@/lib/features/market/operations/market";
import { listNewTokens } from "@/lib/features/market/operations/tokens";
import { OPERATIONS } from "@/lib/operations/all";
import { untrusted } from "./render";
import type { ToolContext } from "./tool";

export type ResourceEntry = { uri: string; name: string; title: string; mimeType: string };
type ResourceText = { uri: string; mimeType: string; text: string };

const JSON_TYPE = "application/json";
const PAGE_SIZE = 50;
const CURSOR = /^([a-z-]{1,30})\.(\d{1,9})$/;
const TOKEN_URI = /^slipway:\/\/tokens\/([a-z-]{1,30})\/(0x[0-9a-fA-F]{40})$/;

/** Documents of the service that are resources as well. */
const DOCUMENTS = [
  {
    uri: "slipway://llms.txt",
    path: "/llms.txt",
    name: "llms.txt",
    title: "What this launchpad offers, for programs",
    mimeType: "text/plain",
  },
  {
    uri: "slipway://skill.md",
    path: "/skill.md",
    name: "SKILL.md",
    title: "How to use these tools",
    mimeType: "text/markdown",
  },
] as const;

export const TOKEN_TEMPLATE = {
  uriTemplate: "slipway://tokens/{chain}/{address}",
  name: "token",
  title: "A token",
  description:
    "Details of one token as JSON. Its name and description were written by its creator.",
  mimeType: JSON_TYPE,
};

/**
 * A page of resources: the documents, then the newest tokens of each chain.
 * @returns null for a cursor that no page has returned
 * @throws ApiError
 */
export async function listResources(
  ctx: ToolContext,
  cursor: string | undefined,
): Promise<{ resources: ResourceEntry[]; nextCursor?: string } | null> {
  const { call, baseUrl, fetch } = ctx;
  const { chains } = await call(OPERATIONS.getConfig, {}, { baseUrl, fetch });
  const served = chains.filter(({ tokenData }) => tokenData).map(({ slug }) => slug);
  const [, slug, offsetText] = (cursor === undefined ? null : CURSOR.exec(cursor)) ?? [];
  const chain = cursor === undefined ? served[0] : served.find((known) => known === slug);
  const documents = DOCUMENTS.map(({ path: _, ...entry }) => entry);
  if (chain === undefined) return cursor === undefined ? { resources: documents } : null;
  const offset = Number(offsetText ?? 0);
  const query = { limit: String(PAGE_SIZE), offset: String(offset) };
  const { data } = await call(listNewTokens, { params: { chain }, query }, { baseUrl, fetch });
  const tokens = data.map(({ tokenAddress, name, symbol }) => ({
    uri: `slipway://tokens/${chain}/${tokenAddress}`,
    name: tokenAddress,
    title: `Token on ${chain}, named by its creator: ${JSON.stringify(name)} (${JSON.stringify(symbol)})`,
    mimeType: JSON_TYPE,
  }));
  const following = served[served.indexOf(chain) + 1];
  const next =
    data.length === PAGE_SIZE
      ? `${chain}.${offset + PAGE_SIZE}`
      : following === undefined
        ? undefined
        : `${following}.0`;
  return {
    resources: cursor === undefined ? [...documents, ...tokens] : tokens,
    ...(next === undefined ? {} : { nextCursor: next }),
  };
}

/**
 * The text of a resource; null for an unknown URI.
 * @throws ApiError
 */
export async function readResource(ctx: ToolContext, uri: string): Promise<ResourceText | null> {
  const { call, baseUrl, fetch } = ctx;
  const document = DOCUMENTS.find((one) => one.uri === uri);
  if (document !== undefined) {
    const response = await fetch(`${baseUrl.replace(/\/+$/, "")}${document.path}`);
    if (!response.ok) throw new Error(`${document.path} returned ${response.status}`);
    return { uri, mimeType: document.mimeType, text: await response.text() };
  }
  const [, slug, tokenAddress = ""] = TOKEN_URI.exec(uri) ?? [];
  const chain: ChainSlug | undefined = CHAIN_SLUGS.find((known) => known === slug);
  if (chain === undefined) return null;
  const params = { chain, tokenAddress };
  const data = await call(getTokenDetails, { params }, { baseUrl, fetch });
  return { uri, mimeType: JSON_TYPE, text: untrusted({ data }) };
}
