import { type Env, EnvError, readEnv, warningsOf } from "@/lib/env";
import { variables } from "@/lib/schemas/environment/environment";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { type Finding, fatal, ok, warning } from "./finding";

const CHECK = "environment";

/** The private keys of the accounts of anvil and hardhat, which bots empty on every chain. */
const ANVIL_KEYS = [
  "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
  "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
  "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a",
  "0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6",
  "0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a",
  "0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba",
  "0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e",
  "0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356",
  "0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97",
  "0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6",
];
const SECRETS = [
  "SERVER_WALLET_PRIVATE_KEY",
  "FEED_SETTER_PRIVATE_KEY",
  "CONTRACTS_OWNER_PRIVATE_KEY",
  "WALLET_SEED_KEY",
  "NEXTAUTH_SECRET",
  "METRICS_TOKEN",
] as const;
/** A published key may be the one before: replacing it needs it. */
const REPLACED = "WALLET_SEED_KEY_PREVIOUS";
const exampleOf = (name: (typeof SECRETS)[number] | typeof REPLACED) =>
  variables.shape[name].meta()?.example ?? "";
/** Publicly known values, in lower case. The example of one key is none for another either. */
const KNOWN_VALUES: ReadonlySet<string> = new Set(
  [...ANVIL_KEYS, ...SECRETS.map(exampleOf), exampleOf(REPLACED)].map((value) =>
    value.toLowerCase(),
  ),
);

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
  const isKnown = (value = "") => KNOWN_VALUES.has(value.toLowerCase());
  const found = "it is a published example, and a real chain is configured";
  const findings = SECRETS.filter((variable) => isKnown(env[variable])).map((variable) =>
    fatal({ check: "secret", variable, found, remedy: "Generate your own" }),
  );
  if (!isKnown(env[REPLACED])) return findings;
  const remedy = "Run `npm run secrets -- rotate`, then remove it";
  return [...findings, warning({ check: "secret", variable: REPLACED, found, remedy })];
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
