import { DrizzleQueryError } from "drizzle-orm";
import { createClient, http } from "viem";
import { expect, it } from "vitest";
import { readEnv } from "@/lib/env";
import { createLog, serializeError } from "@/lib/log";

const PARAMETERS = ["creator@example.com", Buffer.from("sealed\nseed")];

it("logs the statement and cause of a failed query without its parameters", () => {
  const failed = new DrizzleQueryError("select $1", PARAMETERS, new Error("canceled"));
  const fields = serializeError(new Error("could not index", { cause: failed }));
  const several = serializeError(new AggregateError([failed], "could not remove"));
  for (const one of [fields, serializeError(failed), several]) {
    const line = JSON.stringify(one);
    expect(line).toContain("Failed query: select $1");
    expect(line).toContain("canceled");
    for (const secret of ["creator@example.com", "sealed", "seed", "params"]) {
      expect(line).not.toContain(secret);
    }
  }
  expect(fields.message).toBe("could not index: Failed query: select $1: canceled");
});

it("logs other errors with their fields", () => {
  const error = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  expect(serializeError(error)).toMatchObject({
    type: "Error",
    message: "refused",
    code: "ECONNREFUSED",
    stack: expect.stringContaining("Error: refused"),
  });
});

const KEY = "k3y-of-the-operator";
const SECRET_URLS = {
  RPC_URL_BASE: `http://rpc-user:rpc-password@127.0.0.1:1/v2/${KEY},http://127.0.0.1:1/v3?key=${KEY}`,
  ENS_RPC_URL: `http://127.0.0.1:1/ens/${KEY}`,
  BASENAMES_RPC_URL: `http://127.0.0.1:1/basenames/${KEY}/`,
  FARCASTER_RPC_URL: `HTTP://LOCALHOST:1/farcaster/${KEY}`,
  ALERT_SLACK_URL: `http://127.0.0.1:1/services/${KEY}`,
};

it.each(Object.values(SECRET_URLS).flatMap((urls) => urls.split(",")))(
  "logs a failed call of %s with its host, without its keys and the request",
  async (url) => {
    const lines: string[] = [];
    const log = createLog(readEnv(SECRET_URLS), "test", { write: (line) => lines.push(line) });
    const client = createClient({ transport: http(url, { retryCount: 0, timeout: 1_000 }) });
    const failed = await client
      .request({ method: "eth_sendRawTransaction", params: ["0x02f8516ed"] })
      .then(
        () => new Error("no error"),
        (error: Error) => error,
      );
    expect(String(failed)).toContain(KEY);
    log.warn(
      { err: new Error(`could not send to ${url}`, { cause: failed }) },
      `no node: ${failed}`,
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/(127\.0\.0\.1|localhost):1/);
    expect(lines[0]).toContain("HTTP request failed");
    for (const secret of [KEY, "rpc-user", "rpc-password"]) expect(lines[0]).not.toContain(secret);
    const fields = serializeError(failed);
    expect(JSON.stringify(fields)).not.toContain("516ed");
    for (const name of ["url", "metaMessages", "headers", "body"]) {
      expect(fields).not.toHaveProperty(name);
    }
  },
);

it.each([
  ["DATABASE_URL", "postgres://user:se,cret@db.example/slipway"],
  ["ALERT_SLACK_URL", "https://hooks.example/v1,2/k3y"],
])("logs a %s with a comma without its secret", (name, url) => {
  const lines: string[] = [];
  const log = createLog(readEnv({ [name]: url }), "test", { write: (line) => lines.push(line) });
  log.error({ err: new Error(`could not use ${url}`) }, `no connection: ${url}`);
  expect(lines[0]).toContain(new URL(url).host);
  for (const secret of ["se,cret", "cret@", "k3y"]) expect(lines[0]).not.toContain(secret);
});
