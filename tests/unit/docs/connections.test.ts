import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { INDEXER_POOL_MAX, WEB_CONNECTIONS_MAX } from "@/lib/drivers/db/connections-max";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { ENGINE_CONNECTIONS_MAX } from "@/sandbox/engine/database";
import { EMBEDDED_CONNECTIONS_MAX } from "@/sandbox/postgres/start-postgres";

const web = Object.values(WEB_CONNECTIONS_MAX).reduce((sum, one) => sum + one, 0);
const indexer = INDEXER_POOL_MAX + CHAIN_SLUGS.length;
/** The default of Inngest 1.43.0, `--postgres-max-open-conns`. */
const INNGEST = 100;
/** Reserved for a superuser, and a migration, doctor or backup beside the servers. */
const OTHERS = 3 + 10;

const read = (path: string) => readFileSync(path, "utf8").replace(/\s+/g, " ");

describe("database connections", () => {
  it("of a web server that listens are counted", () => {
    const sources = ["lib/features", "lib/context"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    );
    const calls = sources
      .filter((path) => path.endsWith(".ts"))
      .flatMap((path) => readFileSync(path, "utf8").match(/(?<![.\w])listen\(/g) ?? []);
    expect(calls.length).toBe(WEB_CONNECTIONS_MAX.listening);
  });

  it.each(["docs/operations.md", "app/docs/(guide)/self-hosting/page.tsx"])(
    "are as many as %s says",
    (path) => {
      expect(read(path)).toContain(
        `A web server opens at most ${web} connections, an indexer ${indexer}.`,
      );
    },
  );

  it("of two web servers, an indexer and the job engine fit into the documented PostgreSQL", () => {
    const needed = 2 * web + indexer + INNGEST + OTHERS;
    const [, inCompose] = /max_connections=(\d+)/.exec(read("compose.yml")) ?? [];
    const [, onHost] = /max_connections = (\d+);/.exec(read("docs/production.md")) ?? [];
    expect(Number(inCompose)).toBeGreaterThanOrEqual(needed);
    expect(Number(onHost)).toBeGreaterThanOrEqual(needed);
  });

  it("of two web servers and an indexer beside those of the next release fit into the embedded one", () => {
    const needed = 2 * (2 * web + indexer) + ENGINE_CONNECTIONS_MAX + OTHERS;
    expect(EMBEDDED_CONNECTIONS_MAX).toBeGreaterThanOrEqual(needed);
  });
});
