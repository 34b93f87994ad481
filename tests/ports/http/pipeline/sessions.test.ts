import { request as rawRequest } from "node:http";
import { json } from "node:stream/consumers";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { adminEndpoint, userEndpoint } from "@/lib/http/bind";
import { noBody, nothing, operation } from "@/lib/operations/operation";
import { createLonelyContext, openPipeline } from "../../support/open-pipeline";

const ADMIN = "0x1111111111111111111111111111111111111111";

const own = operation({
  id: "own",
  api: "launch",
  method: "GET",
  path: "/api/account/own",
  params: nothing,
  query: nothing,
  body: noBody,
  bodyBytesMax: 0,
  response: z.strictObject({ caller: z.string() }),
  limit: null,
  cache: null,
  errors: [],
});
const console = operation({ ...own, id: "console", path: "/api/account/console" });

const change = operation({
  ...own,
  id: "change",
  method: "POST",
  path: "/api/account/change",
  body: z.strictObject({}),
  bodyBytesMax: 100,
});

/** The sessions that were read, by their cookie. */
const reads: (string | null)[] = [];
let isSignedOut = false;
const ctx = createLonelyContext();
const parts = {
  sessions: {
    ...ctx.sessions,
    read: async (cookie: string | null) => {
      reads.push(cookie);
      if (cookie !== "open=1" || isSignedOut) return null;
      return { id: "1", accountId: "ada", identity: null, authenticatedAt: new Date() };
    },
  },
  adminSessions: {
    ...ctx.adminSessions,
    read: async (cookie: string | null) => {
      reads.push(cookie);
      if (cookie !== "open=1") return null;
      return { id: "1", address: ADMIN, expiresAt: new Date() } as const;
    },
  },
};
const baseUrl = openPipeline({
  parts,
  variables: { ADMIN_WALLETS: `${ADMIN}:operator` },
  endpoints: [
    userEndpoint(change, async ({ session }) => ({ caller: session.accountId })),
    userEndpoint(own, async ({ session }) => ({ caller: session.accountId })),
    adminEndpoint(console, "viewer", async ({ admin }) => ({ caller: admin.address })),
  ],
});

it.each([
  [own.path, "ada"],
  [console.path, ADMIN],
])("reads the session of a request of %s once", async (path, caller) => {
  reads.length = 0;
  const response = await fetch(`${baseUrl()}${path}`, { headers: { cookie: "open=1" } });
  expect(await response.json()).toEqual({ caller });
  expect(reads).toEqual(["open=1"]);
});

it.each([own.path, console.path])("rejects a request of %s without a session", async (path) => {
  const other = await fetch(`${baseUrl()}${path}`, { headers: { cookie: "open=2" } });
  expect([other.status, await other.json()]).toMatchObject([401, { code: "not_signed_in" }]);
});

it.each([own.path, console.path])("rejects a request of another site to %s", async (path) => {
  reads.length = 0;
  const headers = { cookie: "open=1", origin: "https://evil.example" };
  const other = await fetch(`${baseUrl()}${path}`, { headers });
  expect([other.status, await other.json()]).toMatchObject([403, { code: "forbidden" }]);
  expect(reads).toEqual([]);
});

it("rejects a request whose session ends while its body arrives", async () => {
  reads.length = 0;
  const { hostname, port } = new URL(baseUrl());
  const headers = { cookie: "open=1", "content-type": "application/json", "content-length": 2 };
  const { path } = change;
  const sent = rawRequest({ hostname, port, path, method: "POST", headers });
  const answered = new Promise<unknown>((resolve, reject) => {
    sent.once("response", (response) => json(response).then(resolve, reject)).once("error", reject);
  });
  sent.write("{");
  await vi.waitFor(() => expect(reads).toHaveLength(1));
  isSignedOut = true;
  sent.end("}");
  expect(await answered).toMatchObject({ code: "not_signed_in" });
});
