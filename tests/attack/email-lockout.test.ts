import { randomInt } from "node:crypto";
import { describe, expect, it } from "vitest";
import { mailsTo, openBrowser, signInByMail } from "../api/account/browser";
import { newCaller, request } from "../setup/api/api";
import { askForLink, codeIn, linkIn, pressLink, typeCode } from "../setup/api/sign-in";
import type { Browser } from "../setup/create-browser";

const newEmail = (name: string) => `${name}-${Date.now()}-${randomInt(1e6)}@example.com`;
const statusOf = async (browser: Browser) => (await browser.request("/api/account")).status;

async function latestMail(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  if (mail === undefined) throw new Error(`no mail to ${email}`);
  return mail;
}

describe("an attacker who knows a user's email address", () => {
  it("cannot lock it by requests with a forged CSRF token", async () => {
    const email = newEmail("victim");
    const body = new URLSearchParams({ email, csrfToken: "made up", json: "true" }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    for (let count = 0; count < 15; count += 1) {
      await request("/api/auth/signin/email", { rawBody: body, headers, caller: newCaller() });
    }
    expect(await mailsTo(email)).toHaveLength(0);
    const owner = openBrowser();
    expect((await askForLink(owner, email)).status).toBe(200);
    await typeCode(owner, codeIn(await latestMail(email)));
    expect(await statusOf(owner)).toBe(200);
  });

  it("cannot lock it by valid requests from many networks, and triggers few emails", async () => {
    const email = newEmail("flooded");
    for (let count = 0; count < 15; count += 1) await askForLink(openBrowser(), email);
    expect((await mailsTo(email)).length).toBeLessThanOrEqual(3);
    const owner = openBrowser();
    expect((await askForLink(owner, email)).status).toBe(200);
    await pressLink(owner, linkIn(await latestMail(email)));
    expect(await statusOf(owner)).toBe(200);
  });

  it("cannot prevent a browser that has signed in before from receiving an email", async () => {
    const email = newEmail("known");
    const owner = openBrowser();
    await askForLink(owner, email);
    await typeCode(owner, codeIn(await latestMail(email)));
    for (let count = 0; count < 6; count += 1) await askForLink(openBrowser(), email);
    const before = (await mailsTo(email)).length;
    await askForLink(owner, email);
    expect((await mailsTo(email)).length).toBe(before + 1);
    expect(await typeCode(owner, codeIn(await latestMail(email)))).toMatchObject({ status: 200 });
  });

  it("does not learn from the headers whether an account has it", async () => {
    const [known, unknown] = [newEmail("has"), newEmail("hasnot")];
    await signInByMail(openBrowser(), known);
    const policyFor = async (email: string) =>
      (await askForLink(openBrowser(), email)).headers.get("ratelimit-policy");
    expect(await policyFor(unknown)).toMatch(/^"mail";/);
    expect(await policyFor(known)).toMatch(/^"mail";/);
  });

  it("can guess a code five times; after that the right code is rejected too", async () => {
    const email = newEmail("guessed");
    const attacker = openBrowser();
    await askForLink(attacker, email);
    const code = codeIn(await latestMail(email));
    const wrong = Array.from({ length: 5 }, (_, index) =>
      String((Number(code) + index + 1) % 1_000_000).padStart(6, "0"),
    );
    const answers = await Promise.all(wrong.map((guess) => typeCode(attacker, guess)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(401));
    expect(await typeCode(attacker, code)).toMatchObject({
      status: 401,
      url: expect.stringContaining("error=CodeDead"),
    });
    expect(await statusOf(attacker)).toBe(401);
    const owner = openBrowser();
    await pressLink(owner, linkIn(await latestMail(email)));
    expect(await statusOf(owner)).toBe(200);
  });

  it("cannot use a code in a browser that did not request it", async () => {
    const email = newEmail("elsewhere");
    const owner = openBrowser();
    await askForLink(owner, email);
    const code = codeIn(await latestMail(email));
    const thief = openBrowser();
    expect(await typeCode(thief, code)).toMatchObject({ status: 401 });
    await askForLink(thief, newEmail("thief"));
    expect(await typeCode(thief, code)).toMatchObject({ status: 401 });
    expect(await statusOf(thief)).toBe(401);
    expect(await typeCode(owner, code)).toMatchObject({ status: 200 });
    expect(await typeCode(owner, code)).toMatchObject({ status: 401 });
  });
});

describe("a mail scanner that opens every link", () => {
  it("does not consume the link and is not signed in", async () => {
    const email = newEmail("scanned");
    const owner = openBrowser();
    await askForLink(owner, email);
    const link = linkIn(await latestMail(email));
    const scanner = openBrowser();
    for (let count = 0; count < 2; count += 1) {
      const opened = await scanner.request(link);
      expect(opened.status).toBe(200);
      expect(opened.headers.get("referrer-policy")).toMatch(
        /no-referrer|same-origin|strict-origin/,
      );
    }
    expect(await statusOf(scanner)).toBe(401);
    const another = openBrowser();
    expect(await pressLink(another, link)).toMatchObject({ status: 200 });
    expect(await statusOf(another)).toBe(200);
    expect(await pressLink(openBrowser(), link)).toMatchObject({ status: 401 });
  });
});
