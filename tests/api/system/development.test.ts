import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWeb, type Web } from "@/bench/support/start-web";
import { imageAnswer } from "@/lib/features/media/schema";
import type { PostgresServer } from "@/sandbox/postgres/start-postgres";
import { startMigrated } from "../../setup/database/migrated-cluster";
import { dataUri, draw } from "../../setup/media/images";

/** A development and a production server on one database and data folder. */
let dataDir: string;
let postgres: PostgresServer;
const servers: Partial<Record<"development" | "production", Web>> = {};
let imagePath: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "development-"));
  postgres = await startMigrated({ dataDir });
  for (const mode of ["production", "development"] as const) {
    servers[mode] = await startWeb(dataDir, postgres.url, { NODE_ENV: mode, LOG_LEVEL: "warn" });
  }
  const response = await fetch(`${servers.production?.baseUrl}/api/v1/upload-image`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ base64Image: dataUri(await draw(160, 120).png().toBuffer()) }),
  });
  imagePath = `/ipfs/${imageAnswer.parse(await response.json()).ipfsHash}`;
});
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Headers that differ per request or count requests. */
const CHANGING = /^(date|x-request-id|ratelimit|age|cache-status|strict-transport-security)$/;

async function answerOf(
  mode: "development" | "production",
  path: string,
  init?: RequestInit,
): Promise<{ status: number; headers: object; body: string }> {
  const response = await fetch(`${servers[mode]?.baseUrl}${path}`, init);
  const headers = [...response.headers].filter(([name]) => !CHANGING.test(name));
  const text = await response.text();
  const body = text.replace(/"timestamp":\d+/, '"timestamp":0');
  // The ETag of a body with the time of its answer changes with it.
  const own = body === text ? {} : { etag: "of the body" };
  return { status: response.status, headers: { ...Object.fromEntries(headers), ...own }, body };
}

describe("a development server responds like production", () => {
  it.each<[string, () => string, RequestInit, number]>([
    ["a read", () => "/v1/base/tokens?limit=5", {}, 200],
    ["a read that is cached", () => "/v1/base/tokens?limit=5", {}, 200],
    ["a wrong parameter", () => "/v1/base/tokens?limit=0", {}, 400],
    ["a wrong body", () => "/api/v1/upload-metadata", { method: "POST", body: "{" }, 415],
    ["a range", () => imagePath, { headers: { range: "bytes=0-9" } }, 206],
    ["a range past the end", () => imagePath, { headers: { range: "bytes=99999999-" } }, 416],
    ["an unknown API path", () => "/api/v1/nothing", {}, 404],
    ["an unknown path of the Data API", () => "/v1/nothing", {}, 404],
    ["a wrong method", () => "/v1/base/tokens", { method: "DELETE" }, 405],
    ["a preflight", () => "/api/v1/upload-image", { method: "OPTIONS" }, 204],
    ["a trailing slash", () => "/v1/base/tokens/", { redirect: "manual" }, 308],
    ["a document", () => "/slipway.tgz", { method: "HEAD" }, 200],
    ["a sign-in token", () => "/api/auth/providers", {}, 200],
  ])("%s", async (_, path, init, status) => {
    const inDevelopment = await answerOf("development", path(), init);
    expect(inDevelopment.status).toBe(status);
    const inProduction = await answerOf("production", path(), init);
    const ports = [servers.development, servers.production].map(
      (server) => new URL(server?.baseUrl ?? "http://x").port,
    );
    const samePort = inDevelopment.body.replaceAll(`:${ports[0]}`, `:${ports[1]}`);
    expect({ ...inDevelopment, body: samePort }).toEqual(inProduction);
  });
});

it.each(["development", "production"] as const)(
  "a page of a %s server causes no warning of Node",
  async (mode) => {
    const server = servers[mode];
    const response = await fetch(`${server?.baseUrl}/about`);
    expect(response.status).toBe(200);
    await response.text();
    expect(server?.errors()).not.toContain("Warning");
  },
  120_000,
);
