import type { NextConfig } from "next";
import { readEnv } from "./lib/env";

// Reading it here makes a bad environment fail the build as well as the start.
readEnv();

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The custom server compresses nothing twice and sets the security headers itself.
  compress: true,
  typescript: { ignoreBuildErrors: false },
  serverExternalPackages: ["pg", "pino", "ipfs-unixfs-importer", "ipfs-unixfs-exporter", "multiformats"],
  experimental: { optimizePackageImports: ["lucide-react"] },
};

export default config;
