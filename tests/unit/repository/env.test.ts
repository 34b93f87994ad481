import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createContext } from "@/lib/context";
import { EnvError, readEnv, required, warningsOf } from "@/lib/env";
import { choosePolicy } from "@/lib/indexer/polling/choose-policy";
import { POLICIES } from "@/lib/indexer/polling/policy";
import { variables } from "@/lib/schemas/environment/environment";
import { VARIABLE_TOPICS } from "@/lib/schemas/environment/values";

const names = Object.entries(variables.shape)
  .filter(([, rule]) => rule.meta()?.internal !== true)
  .map(([name]) => name);

/** The number of points of secp256k1; a private key is smaller. */
const CURVE_ORDER = "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";

describe("environment", () => {
  it("has a default for every variable that a first start needs", () => {
    const env = readEnv({});
    expect(env.PORT).toBe(3000);
    expect(env.publicUrl).toBe("http://localhost:3000");
    expect(env.rpcUrls("base")).toBeNull();
    expect(env.isSandbox("base")).toBe(false);
  });

  it.each([
    ["PORT", "80000"],
    ["PORT", "three"],
    ["HOST", "[::]"],
    ["HOST", " 0.0.0.0"],
    ["HOST", "10.0.0.1:3000"],
    ["HOST", "10.0.0.300"],
    ["HOST", "1.2.3.4.5"],
    ["ALLOWED_HOSTS", "web,10.0.0.300"],
    ["DATABASE_URL", "mysql://localhost/x"],
    ["DATA_CHAINS", "base,solana"],
    ["RPC_URL_BASE", "ws://localhost"],
    ["SERVER_WALLET_PRIVATE_KEY", "0x1234"],
    ["SERVER_WALLET_PRIVATE_KEY", `0x${"00".repeat(32)}`],
    ["SERVER_WALLET_PRIVATE_KEY", `0x${"Ff".repeat(32)}`],
    ["SERVER_WALLET_PRIVATE_KEY", CURVE_ORDER],
    ["FEED_SETTER_PRIVATE_KEY", CURVE_ORDER],
    ["CONTRACTS_OWNER_PRIVATE_KEY", CURVE_ORDER],
    ["REDIS_URL", "redis://:p%ss@127.0.0.1"],
    ["REDIS_URL", "rediss://user:p%C3@redis.example"],
    ["SMTP_URL", "smtps://user:p%ss@mail.example"],
    ["RATE_LIMIT_EXEMPT", "10.0.0.0/40"],
    ["TRUSTED_PROXY_HOPS", "-1"],
    ["MARKET_CAP_DEFAULT_USDC", "4000.5"],
    ["MARKET_CAP_DEFAULT_USDC", "4000"],
    ["MARKET_CAP_DEFAULT_USDC", "1000000000000001"],
    ["MARKET_CAP_MIN_USDC", "-1"],
    ["MARKET_CAP_MAX_USDC", "1e15"],
    ["CONFIRMATIONS_BASE", "1001"],
    ["PRIVY_APP_SECRET", "two\nlines"],
    ["PUBLIC_URL", "https://launch.example.com/?ref=1"],
    ["PUBLIC_URL", "https://launch.example.com#top"],
    ["PUBLIC_URL", "https://launch.example.com/app"],
    ["PUBLIC_URL", "https://user:password@launch.example.com"],
    ["PUBLIC_URL", "https://user@launch.example.com"],
    ["INNGEST_SERVE_ORIGIN", "https://launch.example.com?"],
    ["KUBO_RPC_URL", "https://user:password@kubo.example"],
    ["IPFS_GATEWAY_URL", "https://user@gateway.example"],
    ["ALERT_SLACK_URL", "https://:password@hooks.example"],
    ["INNGEST_BASE_URL", "https://user:password@inngest.example"],
    ["UPSTASH_REDIS_REST_URL", "https://user:password@redis.example"],
    ["RPC_URL_BASE", "https://user:%@node.example"],
    ["RPC_URL_BASE", "https://user%C3:%A9@node.example"],
    ["RPC_URL_BASE", "https://:password@node.example"],
    ["RPC_URL_BASE", "https://user:p€ss@node.example"],
    ["ENS_RPC_URL", "https://us%E2%82%ACr:password@node.example"],
    ["INNGEST_SERVE_ORIGIN", "https://launch.example.com/app/"],
  ])("rejects %s=%s with its name and an example", (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(EnvError);
    expect(() => readEnv({ [name]: value })).toThrow(
      new RegExp(`${name}: .*Example: ${name}=`, "s"),
    );
  });

  it("writes origins in one form, so that HTTPS is recognized", () => {
    const env = readEnv({
      PUBLIC_URL: "HTTPS://Launch.Example.com:443/",
      INNGEST_SERVE_ORIGIN: "HTTP://WEB-1:3000/",
    });
    expect(env.publicUrl).toBe("https://launch.example.com");
    expect(env.PUBLIC_URL).toBe("https://launch.example.com");
    expect(env.inngestServeOrigin).toBe("http://web-1:3000");
  });

  it("accepts a user and password in the URL of a node", () => {
    const url = "https://us%C3%A9r:p%40ss@node.example/v1";
    const env = readEnv({ RPC_URL_BASE: `${url},${url}`, ENS_RPC_URL: url });
    expect(env.rpcUrls("base")).toEqual([url, url]);
    expect(env.ENS_RPC_URL).toBe(url);
  });

  it("accepts percent-encoded passwords and every private key of the curve", () => {
    const variables = {
      REDIS_URL: "redis://:p%25ss%E2%82%AC@127.0.0.1",
      SMTP_URL: "smtps://user:p%25ss%E2%82%AC@mail.example",
      MAIL_FROM: "hello@example.com",
      SERVER_WALLET_PRIVATE_KEY: CURVE_ORDER.replace(/1$/, "0"),
      CONTRACTS_OWNER_PRIVATE_KEY: `0x${"00".repeat(31)}01`,
    };
    expect(readEnv(variables)).toMatchObject(variables);
  });

  it("rejects a partially configured service", () => {
    expect(() => readEnv({ UPSTASH_REDIS_REST_URL: "https://x.example" })).toThrow(
      /UPSTASH_REDIS_REST_TOKEN: .* go together/,
    );
    const upstash = {
      UPSTASH_REDIS_REST_URL: "https://x.example",
      UPSTASH_REDIS_REST_TOKEN: "t",
    };
    expect(() => readEnv({ ...upstash, REDIS_URL: "redis://127.0.0.1" })).toThrow(
      /REDIS_URL: set either REDIS_URL or UPSTASH_REDIS_REST_URL/,
    );
    expect(() => readEnv({ PRIVY_APP_ID: "app" })).toThrow(/PRIVY_APP_SECRET: .* go together/);
  });

  const RPC_URL_BASE = "https://base.example";
  it.each<[Record<string, string>, string, string]>([
    [
      { WALLET_SEED_KEY_PREVIOUS: `0x${"22".repeat(32)}` },
      "WALLET_SEED_KEY_PREVIOUS",
      "WALLET_SEED_KEY",
    ],
    [
      { PRIVY_AUTHORIZATION_KEY: "wallet-auth:a", PRIVY_SIGNER_ID: "signer" },
      "PRIVY_AUTHORIZATION_KEY",
      "PRIVY_APP_ID",
    ],
    [{ KUBO_RPC_TOKEN: "token" }, "KUBO_RPC_TOKEN", "KUBO_RPC_URL"],
    [{ RPC_URL_BASE, ALERT_EMAILS: "ops@example.com" }, "ALERT_EMAILS", "SMTP_URL"],
  ])("rejects what has no effect without another variable: %j", (variables, name, needed) => {
    expect(() => readEnv(variables)).toThrow(
      new RegExp(`^ {2}${needed}: ${name} needs it\\. Example: ${needed}=`, "m"),
    );
  });

  it("accepts alerts by email in a sandbox, whose emails appear on a page", () => {
    const ALERT_EMAILS = "ops@example.com";
    expect(() => readEnv({ ALERT_EMAILS })).not.toThrow();
    expect(() => readEnv({ ALERT_EMAILS, RPC_URL_BASE, SANDBOX_PARTS: "base" })).not.toThrow();
  });

  it.each([
    [{ MARKET_CAP_MIN_USDC: "5000000000" }, "MARKET_CAP_DEFAULT_USDC", "MARKET_CAP_MIN_USDC"],
    [{ MARKET_CAP_MAX_USDC: "3000000000" }, "MARKET_CAP_MAX_USDC", "MARKET_CAP_DEFAULT_USDC"],
  ])("rejects limits that contradict each other: %j", (variables, upper, lower) => {
    expect(() => readEnv(variables)).toThrow(
      new RegExp(`^ {2}${upper}: must be at least ${lower}, which is \\d+, but is \\d+\\.`, "m"),
    );
  });

  it.each(["SERVER_WALLET_PRIVATE_KEY", "CONTRACTS_OWNER_PRIVATE_KEY"])(
    "rejects a price feed's key that is %s as well, in any case",
    (other) => {
      const key = `0x${"ab".repeat(32)}`;
      const feed = {
        FEED_SETTER_PRIVATE_KEY: key.toUpperCase().replace("0X", "0x"),
        FEED_SOURCE_RPC_URL: RPC_URL_BASE,
        FEED_SOURCE_ADDRESS: "0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70",
      };
      expect(() => readEnv({ ...feed, [other]: `0x${"cd".repeat(32)}` })).not.toThrow();
      const read = () => readEnv({ ...feed, [other]: key });
      expect(read).toThrow(
        new RegExp(`^ {2}FEED_SETTER_PRIVATE_KEY: must differ from ${other},`, "m"),
      );
      expect(read).not.toThrow(/abab/i);
    },
  );

  it.each(["0", "99999999"])(
    "limits market caps to what the contract accepts, as with a lowest one of %s",
    (MARKET_CAP_MIN_USDC) => {
      const MARKET_CAP_MAX_USDC = `1${"0".repeat(30)}`;
      expect(readEnv({ MARKET_CAP_MIN_USDC, MARKET_CAP_MAX_USDC })).toMatchObject({
        MARKET_CAP_MIN_USDC: "100000000",
        MARKET_CAP_MAX_USDC: "1000000000000000",
      });
    },
  );

  it("reports every problem at once, invalid values and half-configured services", () => {
    const variables = {
      PORT: "three",
      DATABASE_URL: "mysql://localhost/x",
      UPSTASH_REDIS_REST_URL: "https://x.example",
      REDIS_URL: "redis://127.0.0.1",
      PRIVY_APP_ID: "app",
    };
    const read = () => readEnv(variables);
    for (const name of [
      "PORT",
      "DATABASE_URL",
      "UPSTASH_REDIS_REST_TOKEN",
      "REDIS_URL",
      "PRIVY_APP_SECRET",
    ]) {
      expect(read).toThrow(new RegExp(`^ {2}${name}: `, "m"));
    }
  });

  it("reports every variable that a web server lacks at once", () => {
    const create = () => createContext(readEnv({ PORT: "3001" }));
    expect(create).toThrow(EnvError);
    for (const name of [
      "DATABASE_URL",
      "REDIS_URL",
      "INNGEST_EVENT_KEY",
      "INNGEST_SIGNING_KEY",
      "SERVER_WALLET_PRIVATE_KEY",
      "WALLET_SEED_KEY",
    ]) {
      expect(create).toThrow(new RegExp(`^ {2}${name} is not set\\. Example: ${name}=`, "m"));
    }
  });

  it("never prints an invalid secret", () => {
    const secret = "sécret";
    expect(() => readEnv({ X_BEARER_TOKEN: secret })).toThrow(/X_BEARER_TOKEN: must be ASCII/);
    expect(() => readEnv({ X_BEARER_TOKEN: secret })).not.toThrow(secret);
  });

  it("treats an empty variable as not set", () => {
    expect(readEnv({ PORT: "", DATABASE_URL: "" }).PORT).toBe(3000);
  });

  it("keeps the order of several RPC addresses", () => {
    const env = readEnv({ RPC_URL_BASE: "https://a.example, https://b.example" });
    expect(env.rpcUrls("base")).toEqual(["https://a.example", "https://b.example"]);
  });

  it("reads confirmations per chain", () => {
    const env = readEnv({ CONFIRMATIONS_BASE: "3", CONFIRMATIONS_ROBINHOOD: "0" });
    expect(env.confirmations("base")).toBe(3);
    expect(env.confirmations("robinhood")).toBe(0);
    expect(env.confirmations("base-sepolia")).toBe(0);
    const isSandbox = () => true;
    expect(choosePolicy({ ...env, isSandbox }, "base").confirmations).toBe(3);
    expect(choosePolicy({ ...env, isSandbox }, "base-sepolia")).toEqual(POLICIES.sandbox);
    expect(choosePolicy(env, "base-sepolia")).toEqual(POLICIES.real);
  });

  it("reports a missing required variable", () => {
    expect(() => required(readEnv({}), "DATABASE_URL")).toThrow(/DATABASE_URL is not set. Example/);
  });

  it.each<[Record<string, string>, RegExp | null]>([
    [{}, null],
    [{ TRUSTED_PROXY_HOPS: "1", PUBLIC_URL: "https://launch.example.com" }, null],
    [{ PUBLIC_URL: "http://launch.example.com" }, null],
    [{ TRUSTED_PROXY_HOPS: "1" }, /^TRUSTED_PROXY_HOPS .*http:\/\/localhost:3000.*PUBLIC_URL=/],
    [{ PUBLIC_URL: "https://launch.example.com" }, /^PUBLIC_URL .*Example: TRUSTED_PROXY_HOPS=/],
  ])("warns of a partial proxy configuration: %j", (variables, warning) => {
    const warnings = warningsOf(readEnv(variables));
    expect(warnings).toEqual(warning === null ? [] : [expect.stringMatching(warning)]);
  });

  it("lists exactly its variables in .env.example", () => {
    const text = readFileSync(".env.example", "utf8");
    const listed = [...text.matchAll(/^# ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(names.sort());
  });

  it.each(["ALLOWED_HOSTS", "INNGEST_SERVE_ORIGIN"] as const)(
    "describes %s in .env.example as in the documentation: a wrong value stops requests or jobs",
    (name) => {
      const lines = readFileSync(".env.example", "utf8").split("\n");
      const above = lines.slice(
        0,
        lines.findIndex((line) => line.startsWith(`# ${name}=`)),
      );
      const start = above.findLastIndex((line) => !/^# (?![A-Z\d_]+=|---)/.test(line)) + 1;
      const comment = above.slice(start).map((line) => line.replace("# ", ""));
      const { description = "" } = variables.shape[name].meta() ?? {};
      expect(comment.join(" ")).toBe(description.replaceAll("`", ""));
    },
  );

  it("describes every variable under a topic", () => {
    const bare = Object.entries(variables.shape)
      .map(([name, rule]) => ({ name, ...rule.meta() }))
      .filter(({ internal }) => internal !== true)
      .filter(({ topic, description }) => topic === undefined || (description ?? "").length < 10);
    expect(bare.map(({ name }) => name)).toEqual([]);
    expect(Object.keys(VARIABLE_TOPICS)).toContain("chains");
  });

  it("has examples that pass validation", () => {
    const examples = names.map((name) => {
      const rule = Object.entries(variables.shape).find(([key]) => key === name)?.[1];
      return [name, rule?.meta()?.example];
    });
    const { REDIS_URL, ...others } = Object.fromEntries(examples);
    expect(() => readEnv(others)).not.toThrow();
    expect(() => readEnv({ REDIS_URL })).not.toThrow();
  });
});
