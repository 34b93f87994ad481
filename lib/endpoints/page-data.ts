import { randomUUID } from "node:crypto";
import type { SiteBrand, SiteFacts } from "@/components/layout/site-facts";
import type { ServiceContext } from "@/lib/context";
import type { LegalText } from "@/lib/drivers/legal/read-legal-pages";
import { getToken } from "@/lib/features/market/get-token";
import type { TokenBasicDetails } from "@/lib/features/market/schema/tokens";
import type { TokenModeration } from "@/lib/features/moderation/rules/moderation";
import { getNames } from "@/lib/features/names/get-names";
import type { StreamPositions } from "@/lib/features/stream/create-stream-positions";
import { marketCapLimits } from "@/lib/features/system/get-config";
import { listEmails } from "@/lib/features/users/list-emails";
import type { ResponseCache } from "@/lib/http/cache/response-cache";
import { THIS_MACHINE_HEADER } from "@/lib/http/limits/callers";
import { createRouter, type Endpoint } from "@/lib/http/router";
import type { Brand } from "@/lib/shared/brand";
import { CHAINS, type ChainSlug, chainsIn } from "@/lib/shared/chains";
import { toAppError } from "@/lib/shared/errors";
import { within } from "@/lib/support/within";
import { mayReadMailbox } from "./operator";

type Mails = NonNullable<Awaited<ReturnType<typeof listEmails>>>;

/** The only access that pages and route files have to the server. */
export type PageData = {
  publicUrl: URL;
  /** URL on which this process listens. */
  loopbackUrl: URL;
  facts: Omit<SiteFacts, "isPhone" | "renderedAt" | "positions">;
  /** Start positions of a page's streams; taken before the page reads any data. */
  positions: StreamPositions;
  brand: Brand;
  /** Whether administrators are configured; without them the pages of the console do not exist. */
  hasConsole: boolean;
  /** The configured origin, otherwise the one in the request. */
  origin(host: string | null): string;
  /** Null when the token is not indexed or cannot be read now. */
  findToken(chain: ChainSlug, tokenAddress: `0x${string}`): Promise<TokenBasicDetails | null>;
  /** The decision about a token, also on a chain without published data; null if there is none. */
  findModeration(chain: ChainSlug, tokenAddress: `0x${string}`): TokenModeration | null;
  /** The public name of an address; null without one or if it cannot be read now. */
  findName(address: `0x${string}`): Promise<string | null>;
  /** The operator's text; null when there is none of that name. */
  legalText(name: string): LegalText | null;
  /**
   * Sends a GET of the APIs to this process, for pages that arrive with their data. It counts
   * against nobody's limits, so pages choose the request and never the caller. Rejects for anything
   * but a valid read, and when the response takes longer than a page waits for it.
   */
  fetch: typeof fetch;
  /** The sandbox's emails: null when there are none, `locked` without access. */
  mails(headers: Headers): Promise<Mails | "locked" | null>;
};

declare global {
  /**
   * Next bundles pages separately, so their modules are different instances from the server's. This
   * global is the only value that the server shares with pages.
   */
  var slipwayPageData: PageData | undefined;
}

/**
 * How long a page waits for its first data, in milliseconds; the browser requests what is missing.
 */
const FETCH_MS = 500;

/** @param reads the endpoints, the cache of their responses, and positions no newer than it */
export function createPageData(
  ctx: Pick<
    ServiceContext,
    | "brand"
    | "chains"
    | "clock"
    | "decisions"
    | "env"
    | "legalTexts"
    | "log"
    | "mailbox"
    | "market"
    | "names"
  >,
  reads: {
    endpoints: readonly Endpoint[];
    cache: Pick<ResponseCache, "find">;
    positions: StreamPositions;
  },
): PageData {
  const router = createRouter(reads.endpoints);
  const { env, chains } = ctx;
  const { brand } = ctx;
  const legal = ctx.legalTexts();
  const configured = chainsIn(chains);
  return {
    publicUrl: new URL(env.publicUrl),
    loopbackUrl: new URL(env.ownUrl),
    positions: reads.positions,
    hasConsole: env.hasConsole,
    brand,
    facts: {
      chains: configured,
      marketCapUsdc: marketCapLimits(env),
      dataChains: preferred(env.DATA_CHAINS, brand.defaultChain),
      brand: siteBrand(brand, configured),
      sandbox: configured.some((slug) => env.isSandbox(slug)),
      legal: legal.map(({ name, title }) => ({ name, title })),
    },
    legalText: (wanted) => legal.find(({ name }) => name === wanted) ?? null,
    origin(host) {
      if (env.PUBLIC_URL !== undefined || host === null) return new URL(env.publicUrl).origin;
      return `http://${host}`;
    },
    async findToken(chain, tokenAddress) {
      const input = { params: { chain, tokenAddress }, query: {}, body: undefined };
      try {
        return await getToken({ ctx, input });
      } catch (thrown) {
        if (toAppError(thrown).status >= 500) {
          ctx.log.warn({ err: thrown, chain, tokenAddress }, "page rendered without its token");
        }
        return null;
      }
    },
    findModeration: (chain, tokenAddress) =>
      ctx.decisions.tokenOf(CHAINS[chain].chainId, tokenAddress, null),
    async findName(address) {
      const { names } = await getNames({
        ctx,
        input: { query: { addresses: [address] } },
        reader: null,
      });
      return names[address] ?? null;
    },
    async fetch(target) {
      const { pathname, search } = new URL(target instanceof Request ? target.url : target);
      const match = router("GET", `${pathname}${search}`);
      if (match.kind !== "read") throw new TypeError(`${pathname} is not a read`);
      match.parsed();
      const requestId = randomUUID();
      const found = await within(FETCH_MS, null, reads.cache.find(match, requestId));
      if (found === null) {
        ctx.log.warn({ pathname, requestId }, "page rendered without its first data");
        throw new Error(`${pathname} did not respond within ${FETCH_MS} ms`);
      }
      return new Response(found.body, { status: found.status, headers: found.headers });
    },
    async mails(headers) {
      if (ctx.mailbox === null) return null;
      const isThisMachine = headers.get(THIS_MACHINE_HEADER) !== null;
      const mayRead = mayReadMailbox(ctx, { isThisMachine, cookies: headers.get("cookie") });
      return mayRead ? listEmails({ ctx }) : "locked";
    },
  };
}

/** The parts of the brand that pages show; the rest stays out of every page. */
function siteBrand(
  { name, logo, links, hidden, isOwn, defaultChain: wanted }: Brand,
  configured: readonly ChainSlug[],
): SiteBrand {
  const defaultChain = configured.find((slug) => slug === wanted) ?? configured[0] ?? "base";
  return { name, logo, links, hidden, isOwn, defaultChain };
}

function preferred(chains: readonly ChainSlug[], first: ChainSlug | null): readonly ChainSlug[] {
  return chains.toSorted((a, b) => Number(b === first) - Number(a === first));
}
