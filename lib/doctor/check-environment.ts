import { type Env, EnvError, readEnv, warningsOf } from "@/lib/env";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { type Finding, fatal, ok, warning } from "./finding";

const CHECK = "environment";

/** Publicly known values from the documentation and from development tools. */
const KNOWN_SECRETS = {
  SERVER_WALLET_PRIVATE_KEY: [
    `0x${"11".repeat(32)}`,
    "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
  ],
  WALLET_SEED_KEY: [`0x${"22".repeat(32)}`],
  NEXTAUTH_SECRET: ["the output of: openssl rand -base64 32"],
  METRICS_TOKEN: ["a-long-random-text"],
} as const;

/** Reads the environment; null with its problems if it is invalid. */
export function checkVariables(read: () => Env = readEnv): {
  env: Env | null;
  findings: Finding[];
} {
  try {
    const env = read();
    return { env, findings: [...checkKnownSecrets(env), ...checkCombinations(env)] };
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return { env: null, findings: error.message.split("\n").flatMap(toFinding) };
  }
}

/** One line of an `EnvError`: the variable, the problem and an example. */
function toFinding(line: string): Finding[] {
  const parts = /^\s*([A-Z][A-Z0-9_]+):? (.*?)\.?(?: (Example: .*))?$/.exec(line);
  if (parts === null) return [];
  const [, variable = "", found = "", example] = parts;
  return [fatal({ check: CHECK, variable, found, remedy: example ?? "Correct its value" })];
}

const isLive = (env: Env) =>
  CHAIN_SLUGS.some((chain) => env.rpcUrls(chain) !== null && !env.isSandbox(chain));

/** A publicly known secret exposes the wallet, the users' wallets or their sessions. */
function checkKnownSecrets(env: Env): Finding[] {
  if (!isLive(env)) return [];
  const names = [
    "SERVER_WALLET_PRIVATE_KEY",
    "WALLET_SEED_KEY",
    "NEXTAUTH_SECRET",
    "METRICS_TOKEN",
  ] as const;
  return names.flatMap((variable) => {
    const known: readonly string[] = KNOWN_SECRETS[variable];
    const value = env[variable];
    if (value === undefined || !known.includes(value)) return [];
    const found = "it is a published example, and a real chain is configured";
    return [fatal({ check: "secret", variable, found, remedy: "Generate your own" })];
  });
}

function checkCombinations(env: Env): Finding[] {
  const findings = warningsOf(env).map((text) => {
    const [, variable = null] = /Example: ([A-Z_]+)=/.exec(text) ?? [];
    return warning({
      check: "proxy",
      variable,
      found: text.replace(/\. Example: .*$/, ""),
      remedy: text.replace(/^.*(Example: )/, "$1"),
    });
  });
  const everyone = env.RATE_LIMIT_EXEMPT.map(String).filter((range) => /\/0$/.test(range));
  if (everyone.length > 0) {
    findings.push(
      warning({
        check: "limits",
        variable: "RATE_LIMIT_EXEMPT",
        found: `${everyone.join(", ")} exempts every caller, so anyone can spend the gas budget`,
        remedy: "Name the networks that you trust",
      }),
    );
  }
  const hosts = ["127.0.0.1", "::1", "localhost"];
  const hasSandbox = CHAIN_SLUGS.some((chain) => env.isSandbox(chain));
  if (hasSandbox && env.HOST !== undefined && !hosts.includes(env.HOST)) {
    findings.push(
      warning({
        check: "sandbox",
        variable: "HOST",
        found: `a sandbox listens on ${env.HOST}: its chain, faucet and mailbox are for this machine only`,
        remedy: "Unset HOST, or set an RPC URL for every chain",
      }),
    );
  }
  return findings.length > 0 ? findings : [ok({ check: CHECK, variable: null, found: "valid" })];
}
