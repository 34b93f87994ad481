import { existsSync } from "node:fs";
import { join } from "node:path";
import type { NextConfig } from "next";
import { readEnv } from "./lib/env";

// Reading it here makes a bad environment fail the build as well as the start.
readEnv();

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // A page's title comes with the page, not after it: who hears pages would hear one without a name.
  htmlLimitedBots: /.*/,
  // `npm run verify` and `npm test` check the types of everything in seconds; a third of the build's
  // time went into checking the pages once more, on every machine that starts it.
  typescript: { ignoreBuildErrors: true },
  // Writing the compiler's cache takes a fifth of a build; only who builds again gains from it.
  experimental: {
    turbopackFileSystemCacheForBuild: existsSync(join(".next", "BUILD_ID")),
    // Fewer and larger files: half the requests of a page, and 3% less to compress.
    turbopackChunking: { minChunkSize: 300_000 },
    // A page is loaded by its first request: half a second of every start, and the memory of pages that nobody opens.
    preloadEntriesOnStart: false,
  },
  // Pictures have thumbnails of their own; Next's optimizer would fetch and decode for anybody.
  images: { unoptimized: true },
  turbopack: { resolveAlias: { zod: { browser: "./lib/web/zod.ts" } } },
};

export default config;
