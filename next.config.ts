import type { NextConfig } from "next";
import { readEnv } from "./lib/env";

// Reading it here makes a bad environment fail the build as well as the start.
readEnv();

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // A page's title comes with the page, not after it: who hears pages would hear one without a name.
  htmlLimitedBots: /.*/,
  // The build checks what it ships; tests and tools are checked by `npm run typecheck`.
  typescript: { tsconfigPath: "tsconfig.web.json" },
  // Pictures have thumbnails of their own; Next's optimizer would fetch and decode for anybody.
  images: { unoptimized: true },
};

export default config;
