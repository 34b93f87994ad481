import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, inject, it } from "vitest";
import { accountAnswer } from "@/lib/features/users/schema";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { signInWithWallet } from "../../setup/api/sign-in";
import { openBrowser, signInByMail } from "./browser";

describe("GET /api/account", () => {
  it("returns the wallet that was assigned to the user's address", async () => {
    const email = `owner-${Date.now()}@example.com`;
    const { body } = await request("/api/v1/base-sepolia/launch-memecoin", {
      body: launchBody({ creatorEmail: email }),
    });
    const promised = Object(body).walletProvider.address;
    const browser = openBrowser();
    await signInByMail(browser, email);
    const response = await browser.request("/api/account");
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    const { account, session } = accountAnswer.parse(await response.json());
    expect(account.identities).toMatchObject([{ type: "email", id: email }]);
    expect(account.wallets).toMatchObject([{ address: promised, managed: true }]);
    expect(session.recent).toBe(true);
  });

  it("returns 200 after a wallet sign-in", async () => {
    const browser = openBrowser();
    const key = privateKeyToAccount(generatePrivateKey());
    await signInWithWallet(browser, inject("baseUrl"), key);
    const { account } = accountAnswer.parse(await (await browser.request("/api/account")).json());
    expect(account.wallets).toMatchObject([{ address: key.address, managed: false }]);
  });

  it("returns 401 without a session", async () => {
    const { status, body } = await request("/api/account");
    expect(status).toBe(401);
    const text = "Not signed in";
    expect(body).toEqual({ success: false, error: text, message: text, code: "not_signed_in" });
  });

  it.each<Record<string, string>>([
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("rejects a cross-site browser request with 403 (%j)", async (headers) => {
    const browser = openBrowser();
    const key = privateKeyToAccount(generatePrivateKey());
    await signInWithWallet(browser, inject("baseUrl"), key);
    const response = await browser.request("/api/account", { headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "forbidden" });
  });

  it("returns 404 and 405 as JSON for other paths and methods", async () => {
    expect(await request("/api/account/nothing")).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
    expect(await request("/api/account", { body: {} })).toMatchObject({
      status: 405,
      body: { code: "method_not_allowed" },
    });
  });

  it("grants other origins no permission in a preflight", async () => {
    const { status, headers } = await request("/api/account/link", {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("POST /api/account/farcaster", () => {
  const path = "/api/account/farcaster";
  const body = { nonce: "0123456789abcdef" };

  it("returns 404 when Farcaster sign-in is not configured", async () => {
    expect(await request(path, { body })).toMatchObject({
      status: 404,
      body: { success: false, code: "not_found" },
    });
  });

  it("rejects a nonce that no message can contain with 400", async () => {
    expect(await request(path, { body: { nonce: "a\nb" } })).toMatchObject({ status: 400 });
    expect(await request(`${path}/answer`, { body: { token: "" } })).toMatchObject({ status: 400 });
  });

  it("rejects a cross-site request with 403", async () => {
    const headers = { "sec-fetch-site": "cross-site" };
    expect(await request(path, { body, headers })).toMatchObject({ status: 403 });
    expect(await request(`${path}/answer`, { body: { token: "a" }, headers })).toMatchObject({
      status: 403,
    });
  });
});

describe("POST /api/account/link", () => {
  async function signedIn() {
    const browser = openBrowser();
    await signInWithWallet(browser, inject("baseUrl"), privateKeyToAccount(generatePrivateKey()));
    return browser;
  }

  it("links the next sign-in to the account", async () => {
    const browser = await signedIn();
    const email = `joined-${Date.now()}@example.com`;
    const asked = await browser.request("/api/account/link", { json: { type: "email", email } });
    expect(asked.status).toBe(200);
    await signInByMail(browser, email);
    const { account } = accountAnswer.parse(await (await browser.request("/api/account")).json());
    expect(account.identities.map(({ type }) => type)).toEqual(["wallet", "email"]);
    const json = { type: "email", id: email };
    expect((await browser.request("/api/account/unlink", { json })).status).toBe(200);
    // This browser signed in by email.
    expect((await browser.request("/api/account/unlink", { json })).status).toBe(401);
  });

  it.each([{ type: "email" }, { type: "email", email: "x" }, { type: "fax" }, [], null])(
    "rejects %j with 400",
    async (json) => {
      const response = await (await signedIn()).request("/api/account/link", { json });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ success: false, code: "invalid_body" });
    },
  );

  it("rejects invalid requests with 401, 403, 413 and 415", async () => {
    const json = { type: "wallet" };
    expect((await request("/api/account/link", { body: json })).status).toBe(401);
    const browser = await signedIn();
    const evil = { origin: "https://evil.example" };
    const statusOf = async (init: Parameters<typeof browser.request>[1]) =>
      (await browser.request("/api/account/link", init)).status;
    expect(await statusOf({ json, headers: evil })).toBe(403);
    expect(await statusOf({ json: { type: "wallet", more: "x".repeat(70_000) } })).toBe(413);
    expect(await statusOf({ form: json })).toBe(415);
  });
});

describe("/api/auth", () => {
  it("does not consume a sign-in link on HEAD", async () => {
    const { status } = await request("/api/auth/callback/twitter?code=x&state=y", {
      method: "HEAD",
    });
    expect(status).toBe(200);
  });

  it.each(["email", "wallet", "farcaster"])("redirects GET callback/%s to sign-in", async (way) => {
    const { status, headers } = await request(`/api/auth/callback/${way}?token=x&email=y`);
    expect(status).toBe(302);
    expect(headers.get("location")).toMatch(/\/account\?error=Verification$/);
  });

  it("rejects a 31st sign-in within a minute with 429", async () => {
    const browser = openBrowser();
    const form = { csrfToken: await browser.csrfToken(), json: "true" };
    const tries = Array.from({ length: 31 }, () =>
      browser.request("/api/auth/callback/wallet", { form }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});
