import { describe, expect, inject, it } from "vitest";
import { z } from "zod";
import { reportAnswer } from "@/lib/features/moderation/schema";
import { newCaller, request } from "../../setup/api/api";
import { queryStack } from "../../setup/database/stack-database";
import { openBrowser, signInByMail } from "./browser";

/** Appeals of creators whose launch was refused, by a script and by a signed-in browser. */
const PATH = "/api/account/appeal";
const details = "This must be a mistake.";
const newEmail = () => `appeal-${crypto.randomUUID()}@example.com`;
const bodyOf = (email: string, changes: Record<string, unknown> = {}) => ({
  kind: "creator",
  creator: { type: "email", id: email },
  details,
  ...changes,
});

/** Blocks a new email address, as a moderator does. */
async function blockNew(): Promise<string> {
  const email = newEmail();
  const statement =
    "insert into moderation.creators (type, value, reason, at) values ($1, $2, $3, now())";
  await queryStack(inject("dataDir"), statement, ["email", email, "scam"]);
  return email;
}
const stored = z.array(
  z.object({ details: z.string(), email: z.string().nullable(), is_creator: z.boolean() }),
);
async function appealsOf(email: string) {
  const statement =
    "select details, email, is_creator from moderation.appeals where kind = $1 and key = $2";
  return stored.parse(
    await queryStack(inject("dataDir"), statement, ["creator", `email:${email}`]),
  );
}

describe("POST /api/account/appeal without a token", () => {
  it("names the appeal in the refusal of a launch, and stores the appeal", async () => {
    const email = await blockNew();
    const caller = newCaller();
    const launch = {
      name: "Refused",
      symbol: "REF",
      description: "Refused.",
      dryRun: true,
      imageIpfs: "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
      creatorEmail: email,
    };
    const refused = await request("/api/v1/base-sepolia/launch-memecoin", { body: launch, caller });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: "creator_blocked" });
    expect(refused.text).toContain("You can appeal.");
    const body = bodyOf(` ${email.toUpperCase()} `, { email: " Ada@Example.com " });
    const answer = await request(PATH, { body, caller });
    expect(answer.status, answer.text).toBe(200);
    expect(reportAnswer.parse(answer.body)).toEqual({ success: true, repeated: false });
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect((await request(PATH, { body, caller })).status).toBe(200);
    expect(await appealsOf(email)).toEqual([
      { details, email: "ada@example.com", is_creator: false },
    ]);
  });

  it("knows the creator by the session of the blocked email, not of another", async () => {
    const email = await blockNew();
    const [own, stranger] = [openBrowser(), openBrowser()];
    await signInByMail(own, email);
    await signInByMail(stranger, newEmail());
    for (const browser of [own, stranger]) {
      expect((await browser.request(PATH, { json: bodyOf(email) })).status).toBe(200);
    }
    expect((await appealsOf(email)).map((one) => one.is_creator)).toEqual([true, false]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["no text", { details: undefined }, "details"],
    ["a text that is too short", { details: "   short   " }, "details"],
    ["a text that is too long", { details: "x".repeat(2_001) }, "details"],
    ["a wrong email", { email: "nobody" }, "email"],
    ["a wrong creator", { creator: { type: "email", id: "nobody" } }, "creator.id"],
    ["an unknown type", { creator: { type: "network", id: "10.0.0.0/8" } }, "creator.type"],
    ["a wrong payer", { from: "0x12" }, "from"],
    ["a wrong link", { links: ["ftp://example.com"] }, "links.0"],
    ["another kind", { kind: "token" }, "kind"],
  ])("returns 400 for %s, which names the field", async (_, changes, path) => {
    const email = await blockNew();
    const { status, body, text } = await request(PATH, { body: bodyOf(email, changes) });
    expect(status, text).toBe(400);
    expect(body).toMatchObject({ code: "invalid_body" });
    const { details: problems } = z
      .object({ details: z.array(z.object({ path: z.string() })) })
      .parse(body);
    expect(problems.map((one) => one.path)).toContain(path);
    expect(await appealsOf(email)).toEqual([]);
  });

  it("returns 403 to another site", async () => {
    const email = await blockNew();
    const headers = { origin: "https://evil.example" };
    const answer = await request(PATH, { body: bodyOf(email), headers });
    expect([answer.status, answer.body]).toMatchObject([403, { code: "forbidden" }]);
    expect(await appealsOf(email)).toEqual([]);
  });

  it("returns 404 for an appeal about a token that does not exist", async () => {
    const tokenAddress = `0x${"12".repeat(20)}`;
    const body = { kind: "creator", chain: "base-sepolia", tokenAddress, details };
    const answer = await request(PATH, { body });
    expect([answer.status, answer.body]).toMatchObject([404, { code: "token_not_found" }]);
  });

  it("returns 409 and stores nothing when nobody is blocked", async () => {
    const email = newEmail();
    const answer = await request(PATH, { body: bodyOf(email) });
    expect([answer.status, answer.body]).toMatchObject([409, { code: "conflict" }]);
    expect(answer.text).toContain("There is no decision to appeal against");
    expect(await appealsOf(email)).toEqual([]);
  });

  it("returns 413 for a body of more than 16 KiB and 415 for one that is not JSON", async () => {
    const email = await blockNew();
    const large = await request(PATH, { body: bodyOf(email, { details: "x".repeat(17_000) }) });
    expect([large.status, large.body]).toMatchObject([413, { code: "payload_too_large" }]);
    const rawBody = JSON.stringify(bodyOf(email));
    const headers = { "content-type": "text/plain" };
    const text = await request(PATH, { rawBody, headers });
    expect([text.status, text.body]).toMatchObject([415, { code: "unsupported_media_type" }]);
    expect(await appealsOf(email)).toEqual([]);
  });

  it("returns 429 after 10 appeals of one caller within an hour, and stores no more", async () => {
    const caller = newCaller();
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      statuses.push((await request(PATH, { body: bodyOf(newEmail()), caller })).status);
    }
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 409));
    const email = await blockNew();
    const answer = await request(PATH, { body: bodyOf(email), caller });
    expect([answer.status, answer.body]).toMatchObject([429, { code: "rate_limited" }]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await appealsOf(email)).toEqual([]);
  });
});
