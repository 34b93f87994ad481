import { describe, expect, it } from "vitest";
import { plain } from "@/lib/http/plain-endpoint";
import { fromWeb } from "@/lib/http/response/send";
import { openPipeline } from "../ports/support/open-pipeline";

const CACHED = [
  ["/shared", "public, s-maxage=2, stale-while-revalidate=10"],
  ["/immutable", "public, max-age=31536000, s-maxage=1, immutable"],
  ["/legal/cached", "public, max-age=60"],
  ["/unshared", "no-store"],
] as const;

const baseUrl = openPipeline({
  variables: { REGION_HEADER: "CF-IPCountry", REFUSED_REGIONS: "kp, SY", TRUSTED_PROXY_HOPS: "1" },
  endpoints: [
    plain({
      id: "probe",
      path: "/livez",
      methods: ["GET"],
      isCounted: false,
      answer: () => ({ status: 200, headers: [], body: null }),
    }),
    plain({
      id: "callback",
      path: "/webhooks/some-service",
      methods: ["POST"],
      isCounted: false,
      isSigned: true,
      body: { bytesMax: 10 },
      answer: () => ({ status: 204, headers: [], body: null }),
    }),
    ...CACHED.map(([path, value]) =>
      plain({
        id: "probe",
        path,
        methods: ["GET"],
        isCounted: false,
        answer: () => fromWeb(new Response("x", { headers: { "Cache-Control": value } })),
      }),
    ),
  ],
});
const from = (region: string | null, path: string, headers: Record<string, string> = {}) =>
  fetch(`${baseUrl()}${path}`, {
    headers: { ...headers, ...(region === null ? {} : { "cf-ipcountry": region }) },
  });

describe("callers of a refused region", () => {
  it.each(["/", "/v1/base/tokens", "/api/v1/config", "/launch", "/ipfs/x"])(
    "get 451 for %s",
    async (path) => {
      expect((await from("KP", path)).status).toBe(451);
    },
  );

  it("get the form of errors that the API has", async () => {
    expect(await (await from("KP", "/api/v1/config")).json()).toMatchObject({
      success: false,
      code: "region_refused",
    });
    const response = await from("SY", "/v1/base/tokens");
    expect(response.headers.get("content-type")).toContain("application/problem+json");
  });

  it("get a page in a browser", async () => {
    const response = await from("KP", "/", { accept: "text/html" });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      451,
      "text/html; charset=utf-8",
    ]);
    expect(await response.text()).toContain("Not available in your region");
  });

  it.each(["/legal/terms", "/_next/static/chunks/main-1a2b.js"])("may read %s", async (path) => {
    expect((await from("KP", path)).status).toBe(200);
  });

  it.each([
    "/legal/..%2Flaunch",
    "/legal/terms/x",
    "/_next/static/..%2f..%2flaunch",
    "/_next/data/x",
  ])("cannot get past it with %s", async (path) => {
    expect((await from("KP", path)).status).toBe(451);
  });

  it("cannot hide their region in front of what the CDN adds", async () => {
    expect((await from("DE, KP", "/launch")).status).toBe(451);
    expect((await from(" kp ", "/launch")).status).toBe(451);
  });
});

describe("everybody else", () => {
  it.each([
    ["/shared", "private, stale-while-revalidate=10"],
    ["/immutable", "private, max-age=31536000, immutable"],
    ["/legal/cached", "public, max-age=60"],
    ["/unshared", "no-store"],
  ])(
    "leaves nothing in a shared cache that it would send to refused regions: %s",
    async (path, value) => {
      expect((await from("DE", path)).headers.get("cache-control")).toBe(value);
    },
  );

  it.each(["DE", null])("is served (%s)", async (region) => {
    expect((await from(region, "/launch")).status).toBe(200);
  });

  it("signed calls of other services are served, and nothing else below their paths", async () => {
    const headers = { "cf-ipcountry": "KP" };
    const call = (path: string) => fetch(`${baseUrl()}${path}`, { method: "POST", headers });
    expect((await call("/webhooks/some-service")).status).toBe(204);
    for (const path of ["/webhooks/some-service/x", "/webhooks/other", "/launch"]) {
      expect((await call(path)).status, path).toBe(451);
    }
  });

  it("probes are served whatever the header says", async () => {
    expect((await from("KP", "/livez")).status).toBe(200);
  });
});
