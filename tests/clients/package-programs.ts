import type { SampleName } from "@/components/docs/samples/samples";

/** A program with registry packages, in `packages/<folder>`. */
export type PackageProgram = {
  name: string;
  folder: string;
  program: string;
  /** Whether it installs in seconds; then `npm test` runs it too. */
  isQuick: boolean;
  /** Commands that generate its client from `data.json` and `launch.json`. */
  generate?: readonly (readonly string[])[];
  /** Whether TypeScript checks it before it runs. */
  isCompiled?: boolean;
  /** Whether it imports the launchpad's own package. */
  usesClient?: boolean;
  /** Docs samples that run after it, in the same folder. */
  samples?: readonly SampleName[];
  language?: "python";
};

const DOCUMENTS = ["data", "launch"] as const;
const each = (command: (name: string) => string[]) => DOCUMENTS.map(command);

export const PACKAGE_PROGRAMS: readonly PackageProgram[] = [
  {
    name: "@coinbase/agentkit metadata",
    folder: "agentkit",
    program: "program.mjs",
    isQuick: true,
  },
  { name: "@flaunch/sdk uploads", folder: "flaunch-sdk", program: "program.mjs", isQuick: true },
  { name: "Postman collection (newman)", folder: "postman", program: "program.mjs", isQuick: true },
  {
    name: "openapi-typescript",
    folder: "openapi-typescript",
    program: "program.ts",
    isQuick: true,
    isCompiled: true,
    generate: each((name) => ["openapi-typescript", `${name}.json`, "-o", `generated/${name}.ts`]),
  },
  {
    name: "@hey-api/openapi-ts",
    folder: "hey-api",
    program: "program.ts",
    isQuick: true,
    isCompiled: true,
    generate: each((name) => ["openapi-ts", "-i", `${name}.json`, "-o", `generated/${name}`]),
  },
  {
    name: "swagger-typescript-api",
    folder: "swagger-typescript-api",
    program: "program.ts",
    isQuick: true,
    isCompiled: true,
    generate: each((name) => [
      "swagger-typescript-api",
      ...["generate", "-p", `${name}.json`, "-o", "generated", "-n", `${name}.ts`],
    ]),
  },
  {
    name: "orval",
    folder: "orval",
    program: "program.ts",
    isQuick: false,
    isCompiled: true,
    generate: [["orval", "--config", "./orval.config.cjs"]],
  },
  {
    name: "openapi-python-client",
    folder: "openapi-python-client",
    program: "program.py",
    isQuick: false,
    language: "python",
    generate: each((name) => [
      "openapi-python-client",
      ...["generate", "--path", `${name}.json`, "--meta", "none"],
      ...["--output-path", `slipway_${name}_interface_client`, "--overwrite"],
    ]),
  },
  {
    name: "Uniswap SDKs, ethers, viem",
    folder: "uniswap",
    program: "program.mjs",
    isQuick: false,
    usesClient: true,
    samples: ["tradeQuote", "quoteSwap", "tradeBuy", "tradeSell"],
  },
];
