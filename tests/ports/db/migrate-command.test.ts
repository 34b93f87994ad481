import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { childEnv } from "@/lib/env";
import { freePort } from "@/sandbox/process/free-port";
import { bundleProgram } from "../../setup/bundle";
import { startTestDatabase } from "../../setup/database/postgres";

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let program: string;

beforeAll(async () => {
  [database, program] = await Promise.all([
    startTestDatabase(),
    bundleProgram("lib/commands/migrate.ts"),
  ]);
});
afterAll(() => database.stop());

/** Runs `npm run migrate`. */
async function migrate(variables: Parameters<typeof childEnv>[0]) {
  const child = spawn(process.execPath, [program], {
    env: childEnv({ NODE_ENV: "production", DATABASE_URL: "", ...variables }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, output: `${stdout}${stderr}` };
}

const withDatabase = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

describe("npm run migrate", () => {
  it("names the missing variable with an example", async () => {
    expect(await migrate({})).toEqual({
      code: 1,
      output:
        "DATABASE_URL is not set. Example: DATABASE_URL=postgres://user:password@localhost:5432/slipway\n",
    });
  });

  it("names an invalid variable", async () => {
    const { code, output } = await migrate({ DATABASE_URL: "not a url" });
    expect(code).toBe(1);
    expect(output).toMatch(/^The environment is invalid:\n {2}DATABASE_URL: .+\n$/);
  });

  it.each([
    ["another port", (url: URL, port: string) => (url.port = port), "ECONNREFUSED"],
    ["another database", (url: URL) => (url.pathname = "/absent"), '"absent" does not exist'],
    ["another password", (url: URL) => (url.password = "wrong"), "password authentication failed"],
  ])("says in one line what to correct with %s", async (_, change, reason) => {
    const port = String(await freePort());
    const DATABASE_URL = withDatabase((url) => void change(url, port));
    const { code, output } = await migrate({ DATABASE_URL });
    expect(code).toBe(1);
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(output).toContain("The database in DATABASE_URL cannot be used: ");
    expect(JSON.parse(output).msg).toContain(reason);
    expect(output).toContain("Start PostgreSQL, or correct the address");
    expect(output).not.toMatch(/"stack"|\n {4}at /);
  });
});
