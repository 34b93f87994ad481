import { createHmac } from "node:crypto";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createSiweMessage } from "viem/siwe";
import { beforeAll, describe, expect, it } from "vitest";
import { adminSessionState, auditList } from "@/lib/features/admin/schema";
import { ADMIN_ACTIONS } from "@/lib/operations/admin-actions";
import { ADMIN_OPERATIONS } from "@/lib/operations/all";
import type { Operation } from "@/lib/operations/operation";
import { signInWithWallet } from "../../setup/api/sign-in";
import { contractWalletCode } from "../../setup/chain/contract-wallet";
import type { Browser } from "../../setup/create-browser";
import {
  act,
  type ConsoleNode,
  openAdmin,
  prepareConsole,
  signInAdmin,
  signMessage,
} from "../../setup/stack/start-console";

const newKey = () => privateKeyToAccount(generatePrivateKey());
const operator = newKey();
const moderator = newKey();
const viewer = newKey();
const contractOwner = newKey();
const contract = newKey().address;
const SOMEBODY = newKey().address;

const WALLETS = [
  `${operator.address}:operator`,
  `${moderator.address}:moderator`,
  `${viewer.address}:viewer`,
];
const setup = prepareConsole();
let node: ConsoleNode;
let other: ConsoleNode;

beforeAll(async () => {
  const wallets = [...WALLETS, `${contract}@base-sepolia:viewer`].join(",");
  [node, other] = await Promise.all([setup.startNode(wallets), setup.startNode(wallets)]);
  const bytecode = contractWalletCode(contractOwner.address);
  await setup.fixture().chain.test.setCode({ address: contract, bytecode });
});

const end = (browser: Browser, headers: Record<string, string> = {}) =>
  act(browser, "sessions.end", { address: SOMEBODY }, "because of a test", headers);
const sessionStatus = async (browser: Browser) =>
  (await browser.request("/api/admin/audit?limit=1")).status;
const roleOf = async (browser: Browser) =>
  adminSessionState.parse(await (await browser.request("/api/admin/session")).json()).admin?.role ??
  null;

async function auditOf(browser: Browser) {
  return auditList.parse(await (await browser.request("/api/admin/audit")).json()).entries;
}

/** The same cookies at another web server. */
function moved(browser: Browser, to: ConsoleNode): Browser {
  const there = to.open();
  for (const [name, value] of browser.cookies) there.cookies.set(name, value);
  return there;
}

describe("a sign-in message", () => {
  it("opens the console once, on every web server, with the configured role", async () => {
    const browser = node.open();
    const json = await signMessage(browser, node.origin, viewer);
    const first = await browser.request("/api/admin/sign-in", { json });
    expect(first.status).toBe(200);
    expect(await first.json()).toMatchObject({ address: viewer.address, role: "viewer" });
    const [cookie = ""] = first.headers.getSetCookie();
    expect(cookie).toMatch(
      /^slipway\.admin=[\w-]+\.[\w-]+; Path=\/; Max-Age=7\d{3}; HttpOnly; SameSite=Strict$/,
    );
    expect(await sessionStatus(moved(browser, other))).toBe(200);
    expect((await node.open().request("/api/admin/sign-in", { json })).status).toBe(403);
  });

  it("is recorded in the audit log when it opens the console, and only then", async () => {
    const signInsOf = async (browser: Browser) =>
      (await auditOf(browser)).filter(({ action }) => action === "admin.sign-in");
    const browser = await openAdmin(node, operator);
    const before = await signInsOf(browser);
    expect(before[0]).toMatchObject({
      admin: operator.address,
      role: "operator",
      target: `admin:${operator.address}`,
      before: null,
      after: { until: expect.any(String) },
      requestId: expect.stringMatching(/./),
    });
    const thief = { address: operator.address, signMessage: newKey().signMessage };
    expect((await signInAdmin(node.open(), node.origin, thief)).status).toBe(403);
    expect((await signInAdmin(node.open(), node.origin, newKey())).status).toBe(403);
    expect(await signInsOf(browser)).toEqual(before);
    await openAdmin(other, operator);
    expect(await signInsOf(browser)).toHaveLength(before.length + 1);
  });

  it("works at another web server than the one that gave its nonce", async () => {
    const { origin } = other;
    const json = await signMessage(node.open(), origin, viewer);
    expect((await other.open().request("/api/admin/sign-in", { json })).status).toBe(200);
  });

  it.each<[string, Parameters<typeof signInAdmin>[3]]>([
    ["for another site", { domain: "evil.example" }],
    ["for another URI", { uri: "https://evil.example" }],
    ["for a chain that is not served", { chainId: 1 }],
    ["with a nonce of its own", { nonce: "abcdefgh12345678" }],
    ["of an hour ago", { issuedAt: new Date(Date.now() - 3_600_000) }],
    ["that has expired", { expirationTime: new Date(Date.now() - 1_000) }],
  ])("is rejected with 403 %s", async (_, changes) => {
    const browser = node.open();
    expect((await signInAdmin(browser, node.origin, operator, changes)).status).toBe(403);
    expect(browser.cookies.size).toBe(0);
  });

  it("is rejected with 403 of a wallet without a role, and with another key's signature", async () => {
    expect((await signInAdmin(node.open(), node.origin, newKey())).status).toBe(403);
    const thief = { address: operator.address, signMessage: newKey().signMessage };
    expect((await signInAdmin(node.open(), node.origin, thief)).status).toBe(403);
  });

  it("uses up its nonce with a wrong signature", async () => {
    const browser = node.open();
    const { message } = await signMessage(browser, node.origin, operator);
    const wrong = { message, signature: await newKey().signMessage({ message }) };
    const right = { message, signature: await operator.signMessage({ message }) };
    expect((await browser.request("/api/admin/sign-in", { json: wrong })).status).toBe(403);
    expect((await browser.request("/api/admin/sign-in", { json: right })).status).toBe(403);
  });

  it("of a contract wallet counts on its configured chain only", async () => {
    const signer = { address: contract, signMessage: contractOwner.signMessage };
    expect((await signInAdmin(node.open(), node.origin, signer)).status).toBe(200);
    const thief = { address: contract, signMessage: newKey().signMessage };
    expect((await signInAdmin(node.open(), node.origin, thief)).status).toBe(403);
    // Without a chain, a contract at this address on any chain could have another owner.
    const anywhere = await setup.startNode(`${contract}:viewer`);
    expect((await signInAdmin(anywhere.open(), anywhere.origin, signer)).status).toBe(403);
  });
});

describe("a session of the console", () => {
  it("is rejected with 401 when it is forged, or is one of a user", async () => {
    const browser = node.open();
    const id = "AAAAAAAAAAAAAAAAAAAAAA";
    const mac = createHmac("sha256", "a secret of the tests, long enough for them")
      .update(`admin session ${id}`)
      .digest("base64url");
    const real = await openAdmin(node, operator);
    const [, realMac = ""] = (real.cookies.get("slipway.admin") ?? "").split(".");
    for (const value of ["", id, `${id}.`, `${id}.${mac}`, `${id}.${realMac}`, `${id}.${mac}.x`]) {
      browser.cookies.set("slipway.admin", value);
      expect(await sessionStatus(browser)).toBe(401);
      expect((await end(browser)).status).toBe(401);
    }
    const user = node.open();
    await signInWithWallet(user, node.origin, operator);
    const token = user.cookies.get("slipway.session") ?? "";
    expect(token).not.toBe("");
    user.cookies.set("slipway.admin", token);
    expect(await sessionStatus(user)).toBe(401);
  });

  it("is rejected with 401 once it has ended, on every web server", async () => {
    const browser = await openAdmin(node, operator);
    const leaked = moved(browser, other);
    expect(await sessionStatus(leaked)).toBe(200);
    expect((await browser.request("/api/admin/sign-out", { json: {} })).status).toBe(200);
    expect(browser.cookies.size).toBe(0);
    expect(await sessionStatus(leaked)).toBe(401);
  });

  it("is rejected with 401 once another administrator has ended it", async () => {
    const victim = await openAdmin(node, viewer);
    const browser = await openAdmin(other, operator);
    expect((await act(browser, "sessions.end", { address: viewer.address })).status).toBe(200);
    expect(await sessionStatus(victim)).toBe(401);
  });

  it("has no rights once its wallet is removed, and the new ones once its role has changed", async () => {
    const browser = await openAdmin(node, operator);
    expect((await end(browser)).status).toBe(200);
    const without = await setup.startNode(WALLETS.slice(1).join(","));
    const removed = moved(browser, without);
    expect(await roleOf(browser)).toBe("operator");
    expect(await roleOf(removed)).toBeNull();
    expect(await sessionStatus(removed)).toBe(401);
    expect((await end(removed)).status).toBe(401);
    expect((await removed.request("/api/admin/audit/export")).status).toBe(401);
    const lower = await setup.startNode(`${operator.address}:viewer`);
    const lowered = moved(browser, lower);
    expect(await roleOf(lowered)).toBe("viewer");
    expect(await sessionStatus(lowered)).toBe(200);
    expect((await end(lowered)).status).toBe(403);
  });
});

describe("a page of another site", () => {
  it.each<Record<string, string>>([
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  ])("cannot run actions, read, or sign in or out: %j", async (headers) => {
    const browser = await openAdmin(node, operator);
    const before = (await auditOf(browser)).length;
    expect((await end(browser, headers)).status).toBe(403);
    for (const path of ["/api/admin/session", "/api/admin/audit", "/api/admin/audit/export"]) {
      expect((await browser.request(path, { headers })).status).toBe(403);
    }
    for (const path of ["/api/admin/nonce", "/api/admin/sign-out"]) {
      expect((await browser.request(path, { json: {}, headers })).status).toBe(403);
    }
    const json = await signMessage(browser, node.origin, operator);
    expect((await browser.request("/api/admin/sign-in", { json, headers })).status).toBe(403);
    expect(await auditOf(browser)).toHaveLength(before);
  });

  it("gets no permission to read answers of the console", async () => {
    for (const { path, method } of Object.values<Operation>(ADMIN_OPERATIONS)) {
      const url = `${node.origin}${path.replace("{action}", "sessions.end")}`;
      const headers = { "content-type": "application/json" };
      const body = method === "POST" ? { body: "{}" } : {};
      for (const request of [
        fetch(url, { method, headers, ...body }),
        fetch(url, { method: "OPTIONS" }),
      ]) {
        const response = await request;
        expect(response.headers.has("access-control-allow-origin"), path).toBe(false);
        await response.arrayBuffer();
      }
    }
  });
});

describe("a role", () => {
  it.each(Object.values(ADMIN_ACTIONS).map(({ name, role }) => [name, role] as const))(
    "below that of %s (%s) gets 403 before the input is read, and changes nothing",
    async (name, role) => {
      const lower = { viewer: [], moderator: [viewer], operator: [viewer, moderator] }[role];
      for (const signer of lower) {
        const browser = await openAdmin(node, signer);
        const before = await auditOf(browser);
        const refused = await act(browser, name, { nonsense: true });
        expect(refused.status).toBe(403);
        expect(await refused.json()).toMatchObject({ success: false, code: "forbidden" });
        expect(await auditOf(browser)).toEqual(before);
      }
    },
  );

  it("is needed for everything: without a session there is 401", async () => {
    expect(await roleOf(node.open())).toBeNull();
    const paths = ["/api/admin/audit", "/api/admin/audit/export"];
    for (const path of paths) expect((await node.open().request(path)).status).toBe(401);
    expect((await end(node.open())).status).toBe(401);
    expect((await node.open().request("/api/admin/sign-out", { json: {} })).status).toBe(401);
  });
});

describe("the audit log", () => {
  it("rejects that the database changes or removes an entry", async () => {
    const browser = await openAdmin(node, operator);
    await end(browser);
    const [entry] = await auditOf(browser);
    const { $client } = setup.fixture().db;
    for (const statement of [
      "update admin.audit_log set reason = 'other'",
      "delete from admin.audit_log",
      "truncate admin.audit_log",
      "insert into admin.audit_log select * from admin.audit_log on conflict (id) do update set reason = 'other'",
    ]) {
      await expect($client.query(statement)).rejects.toThrow("append-only");
    }
    expect((await auditOf(browser))[0]).toEqual(entry);
  });

  it("is what a nonce or a message of a user's sign-in cannot open", async () => {
    const browser = node.open();
    const csrfToken = await browser.csrfToken();
    const message = createSiweMessage({
      address: operator.address,
      chainId: 84_532,
      domain: new URL(node.origin).host,
      uri: node.origin,
      version: "1",
      nonce: csrfToken,
      issuedAt: new Date(),
    });
    const json = { message, signature: await operator.signMessage({ message }) };
    expect((await browser.request("/api/admin/sign-in", { json })).status).toBe(403);
  });
});

describe("without administrators", () => {
  it("every path of the console answers like an unknown one", async () => {
    const none = await setup.startNode("");
    const known = Object.values<Operation>(ADMIN_OPERATIONS).map(({ path }) => path);
    for (const path of [...known, "/api/admin/audit/export", "/api/admin", "/api/admin/audit/"]) {
      for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS"]) {
        const [asked, unknown] = await Promise.all(
          [path, "/api/nothing/here"].map(async (one) => {
            const response = await fetch(`${none.origin}${one}`, { method });
            const headers = [...response.headers].filter(
              ([name]) => !["x-request-id", "date"].includes(name),
            );
            return { status: response.status, headers, body: await response.text() };
          }),
        );
        expect(asked, `${method} ${path}`).toEqual(unknown);
      }
    }
  });
});
