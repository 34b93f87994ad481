import { resolve } from "node:path";
import type { ServiceContext } from "@/lib/context";
import { listHooks } from "@/lib/features/adapters/list-hooks";
import { listPages } from "@/lib/features/system/list-pages";
import { type CachedResponse, createCachedResponse } from "@/lib/http/cache/cached-response";
import { type PlainCall, type PlainEndpoint, plain } from "@/lib/http/plain-endpoint";
import { etagOf } from "@/lib/http/response/etag-of";
import type { RawResponse } from "@/lib/http/response/render";
import { type CacheableResponse, CORS_HEADERS, matchesEtag } from "@/lib/http/response/render";
import { describeForMachines } from "@/lib/openapi/describe-for-machines";
import { dataDocument, launchDocument, postmanCollection } from "@/lib/openapi/documents";
import { chainsIn } from "@/lib/shared/chains";
import { shareFor } from "@/lib/shared/share-for";
import { createArchiveReader } from "./package-archive";

/** Hidden tokens leave the sitemap, and new ones appear in it, within this time. */
const SITEMAP_SHARED_MS = 10_000;

/** Documents about this server, for programs and search engines. */
export const DOCUMENTS: readonly PlainEndpoint[] = [
  plain({
    id: "openapi",
    path: "/openapi/data.json",
    methods: ["GET"],
    isCounted: true,
    answer: jsonDocument(({ env, brand: { name } }) =>
      dataDocument({ serverUrl: env.publicUrl, chains: env.DATA_CHAINS, name }),
    ),
  }),
  plain({
    id: "openapi",
    path: "/openapi/launch.json",
    methods: ["GET"],
    isCounted: true,
    answer: jsonDocument(({ env, chains, brand: { name } }) => {
      const served = chainsIn(chains);
      return launchDocument({ serverUrl: env.publicUrl, chains: served, name });
    }),
  }),
  plain({
    id: "openapi",
    path: "/openapi/postman.json",
    methods: ["GET"],
    isCounted: true,
    answer: jsonDocument(({ env, chains, brand: { name } }) => {
      const served = env.DATA_CHAINS.filter((slug) => chains[slug] !== undefined);
      return postmanCollection({ serverUrl: env.publicUrl, chains: served, name });
    }),
  }),
  plain({
    id: "hooks",
    path: "/.well-known/uniswap-hooks.json",
    methods: ["GET"],
    isCounted: true,
    answer: jsonDocument((ctx) => listHooks({ ctx })),
  }),
  plain({
    id: "llms",
    path: "/llms.txt",
    methods: ["GET"],
    isCounted: true,
    answer: ({ ctx }) =>
      text(
        "text/plain; charset=utf-8",
        describeForMachines({
          origin: ctx.env.publicUrl,
          brand: ctx.brand,
          chains: chainsIn(ctx.chains),
        }),
      ),
  }),
  plain({
    id: "robots",
    path: "/robots.txt",
    methods: ["GET"],
    isCounted: false,
    answer: ({ ctx }) => text("text/plain", robots(ctx.env.publicUrl)),
  }),
  plain({
    id: "sitemap",
    path: "/sitemap.xml",
    methods: ["GET"],
    isCounted: true,
    answer: sharedDocument(SITEMAP_SHARED_MS, async (ctx) => {
      const body = await sitemap(ctx);
      const headers = { "Cache-Control": "public, max-age=300" };
      return { ...text("application/xml", body, headers), etag: etagOf(body) };
    }),
  }),
  plain({
    id: "package",
    path: "/slipway.tgz",
    methods: ["GET"],
    isCounted: true,
    answer: sendPackage,
  }),
];

function text(type: string, body: string, headers: Record<string, string> = {}): CacheableResponse {
  return { status: 200, headers: { "Content-Type": type, ...headers }, etag: null, body };
}

/**
 * A document that depends only on the configuration: built and compressed at the first request.
 */
function jsonDocument(build: (ctx: ServiceContext) => unknown): PlainEndpoint["answer"] {
  let built: CachedResponse | null = null;
  return ({ ctx }) => {
    built ??= createCachedResponse(describeDocument(JSON.stringify(build(ctx))));
    return built;
  };
}

/** A document that is built again once it is older than `keptMs`, for all callers together. */
function sharedDocument(
  keptMs: number,
  build: (ctx: ServiceContext) => Promise<CacheableResponse>,
): PlainEndpoint["answer"] {
  let shared: (() => Promise<CachedResponse>) | null = null;
  return ({ ctx }) => {
    shared ??= shareFor(keptMs, async () => createCachedResponse(await build(ctx)));
    return shared();
  };
}

function describeDocument(body: string): CacheableResponse {
  return {
    status: 200,
    headers: {
      ...CORS_HEADERS,
      "Content-Type": "application/json",
      "Cache-Control": "public, max-age=60",
    },
    etag: etagOf(body),
    body,
  };
}

/** Pages are public. Endpoints that change something or cost something are disallowed. */
function robots(publicUrl: string): string {
  const closed = ["/api/", "/rpc/", "/sandbox/", "/outbox", "/account", "/launch/"];
  const lines = closed.map((path) => `Disallow: ${path}`);
  return ["User-agent: *", ...lines, "", `Sitemap: ${publicUrl}/sitemap.xml`, ""].join("\n");
}

async function sitemap(ctx: Pick<ServiceContext, "brand" | "env" | "market">): Promise<string> {
  const pages = await listPages({ ctx });
  const urls = pages.map(({ path, modifiedAt }) => {
    const modified =
      modifiedAt === null ? "" : `<lastmod>${new Date(modifiedAt * 1_000).toISOString()}</lastmod>`;
    return `<url><loc>${escapeXml(ctx.env.publicUrl + path)}</loc>${modified}</url>`;
  });
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  return `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}

function escapeXml(value: string): string {
  return value.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const readArchive = createArchiveReader(resolve("dist/slipway.tgz"));

/** The npm package. Its URL stays the same across releases, so it is cached for a minute. */
async function sendPackage({ request }: PlainCall): Promise<RawResponse> {
  const { bytes, etag } = await readArchive();
  const headers = {
    ...CORS_HEADERS,
    "Cache-Control": "public, max-age=60, must-revalidate",
    ETag: etag,
  };
  if (matchesEtag(request.headers.get("if-none-match") ?? undefined, etag)) {
    return { status: 304, headers: Object.entries(headers).flat(), body: null };
  }
  const described = {
    ...headers,
    "Content-Type": "application/gzip",
    "Content-Length": String(bytes.length),
    "Content-Disposition": 'attachment; filename="slipway.tgz"',
  };
  return { status: 200, headers: Object.entries(described).flat(), body: bytes };
}
