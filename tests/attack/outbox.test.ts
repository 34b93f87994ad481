import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { z } from "zod";
import { openBrowser } from "../api/account/browser";
import { request } from "../setup/api/api";
import { askForLink } from "../setup/api/sign-in";

const secretsShape = z.object({ outboxKey: z.string().min(32) });

async function mailSomebody(): Promise<string> {
  const email = `mailed-${Date.now()}@example.com`;
  expect((await askForLink(openBrowser(), email)).status).toBe(200);
  return email;
}

describe("the sandbox mailbox", () => {
  it.each<Record<string, string>>([
    {},
    { "x-forwarded-for": "127.0.0.1" },
    { "x-slipway-this-machine": "yes" },
    { cookie: "slipway.outbox=guess" },
  ])("is not shown without the secret (%j)", async (headers) => {
    const email = await mailSomebody();
    const { text } = await request("/outbox", { headers });
    expect(text).not.toContain(email);
  });

  it("is shown after the link that the terminal prints, at a URL without the secret", async () => {
    const email = await mailSomebody();
    const path = join(inject("dataDir"), "secrets.json");
    const { outboxKey } = secretsShape.parse(JSON.parse(await readFile(path, "utf8")));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const browser = openBrowser();
    const opened = await browser.request(`/outbox/open?key=${outboxKey}`);
    expect(opened.status).toBe(303);
    expect(opened.headers.get("location")).toMatch(/\/outbox$/);
    expect(opened.headers.get("set-cookie")).toMatch(/HttpOnly/i);
    expect(opened.headers.get("set-cookie")).toMatch(/SameSite=strict|SameSite=lax/i);
    expect(opened.headers.get("set-cookie")).not.toContain(outboxKey);
    expect(await (await browser.request("/outbox")).text()).toContain(email);
  });

  it.each(["", "?key=", "?key=wrong", `?key=${"0".repeat(64)}`])(
    "is not opened by /outbox/open%s",
    async (query) => {
      const email = await mailSomebody();
      const browser = openBrowser();
      const opened = await browser.request(`/outbox/open${query}`);
      expect(opened.headers.get("set-cookie")).toBeNull();
      expect(await (await browser.request("/outbox")).text()).not.toContain(email);
    },
  );
});
