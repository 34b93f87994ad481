import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { UnsentMailError } from "@/lib/drivers/mail/mailer";
import { startEmailSignIn } from "@/lib/features/users/start-email-sign-in";
import { createAccountStore } from "@/lib/features/users/store/create-account-store";
import { createEmailAttempts } from "@/lib/features/users/store/create-email-attempts";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { AppError } from "@/lib/shared/errors";
import { startTestDatabase } from "../../setup/database/postgres";
import { createLonelyContext } from "../support/open-pipeline";

const QUOTA = 3;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

/**
 * Requests sign-in emails. A caller has `QUOTA` of each limit that `quotas` does not name; without one,
 * each request is another's.
 */
function setUp(quotas: Partial<Record<LimitPolicyName, number>> = {}) {
  const { clock, ids, log } = createLonelyContext();
  const sent: string[] = [];
  const mailServer = { isDown: false, isSilent: false, asked: 0 };
  const mailer = {
    async send({ to }: { to: string }) {
      mailServer.asked += 1;
      if (mailServer.isDown) throw new UnsentMailError("the mail server is down");
      if (mailServer.isSilent) throw new Error("the mail server did not reply");
      sent.push(to);
    },
  };
  const emailAttempts = createEmailAttempts(database.db, () => clock.now(), "sandbox");
  const store = createAccountStore(database.db, () => clock.now(), "sandbox");
  const looked: string[] = [];
  const accounts: typeof store = {
    ...store,
    async has(identity) {
      const isFound = await store.has(identity);
      looked.push(identity.stableId);
      return isFound;
    },
  };
  /** Waits until this many requests have looked up an account in the background, and sent an email if they do. */
  async function backgroundOf(requests: number) {
    await vi.waitFor(() => expect(looked).toHaveLength(requests));
    await setImmediate();
  }
  const counts = new Map<string, number>();
  const counted: string[] = [];
  function limitsOf(caller: string) {
    const own: { policy: LimitPolicyName; key: string }[] = [];
    return {
      async limit(policy: LimitPolicyName, subject = caller) {
        const key = `${policy} ${subject}`;
        counted.push(key);
        const count = counts.get(key) ?? 0;
        if (count >= (quotas[policy] ?? QUOTA)) {
          throw new AppError("rate_limited", undefined, { retryAfterSeconds: 42 });
        }
        counts.set(key, count + 1);
        own.push({ policy, key });
      },
      async giveBack(policies: readonly LimitPolicyName[]) {
        for (const { policy, key } of own.splice(0)) {
          if (policies.includes(policy)) counts.set(key, (counts.get(key) ?? 0) - 1);
        }
      },
    };
  }
  const start = (name: string, knownBrowser: string | null = null, caller = `${Math.random()}`) =>
    startEmailSignIn({
      ctx: { accounts, clock, ids, log, emailAttempts, mailer },
      input: {
        email: name.includes("@") ? name : `${name}@example.com`,
        knownBrowser,
        origin: "http://localhost",
        returnTo: "/account",
        ...limitsOf(caller),
      },
    });
  const createAccount = (email: string) =>
    accounts.signIn(
      { type: "email", stableId: email, name: email, proofChainId: null },
      { current: null, newId: ids.randomId() },
    );
  return { sent, backgroundOf, counted, mailServer, start, createAccount };
}

it("sends unknown browsers a limited number of emails together, and known ones theirs", async () => {
  const { sent, start } = setUp();
  for (let n = 0; n < QUOTA; n += 1) await start(`stranger-${n}`);
  await expect(start("stranger-3")).rejects.toMatchObject({
    code: "dependency_unavailable",
    status: 503,
    retryAfterSeconds: 42,
  });
  await start("owner", "browser-of-the-owner");
  expect(sent).toHaveLength(QUOTA + 1);
  expect(sent.at(-1)).toBe("owner@example.com");
});

it("sends browsers that signed in with an address a limited number of emails to it together", async () => {
  const { sent, start } = setUp();
  for (let n = 0; n < 10; n += 1) {
    expect((await start("stranger", null)) === null).toBe(n >= QUOTA);
  }
  sent.length = 0;
  for (let n = 0; n < QUOTA; n += 1) expect(await start("stranger", `browser-${n}`)).not.toBeNull();
  expect(await start("stranger", "one-more-browser")).toBeNull();
  expect(sent).toHaveLength(QUOTA);
});

it("sends a limited number of emails to the known browsers of one caller", async () => {
  const { sent, start } = setUp();
  for (let n = 0; n < QUOTA; n += 1) await start(`own-${n}`, `browser-${n}`, "flooder");
  await expect(start("own-x", "browser-x", "flooder")).rejects.toMatchObject({
    code: "rate_limited",
  });
  expect(await start("own-x", "browser-x", "another")).not.toBeNull();
  expect(sent).toHaveLength(QUOTA + 1);
});

it("counts no refused request of a known browser for the other browsers of its caller", async () => {
  const { start } = setUp({ mailKnown: 1, mailKnownFrom: 2 });
  await start("first", "browser-1", "shared");
  for (let n = 0; n < 3; n += 1) {
    await expect(start("first", "browser-1", "shared")).rejects.toMatchObject({
      code: "rate_limited",
    });
  }
  expect(await start("second", "browser-2", "shared")).not.toBeNull();
});

it("sends unknown browsers a limited number of emails to all variants of one mailbox", async () => {
  const { sent, backgroundOf, start } = setUp({ mailAll: 1_000 });
  for (let n = 0; n < QUOTA - 1; n += 1) await start(`victim+${n}`);
  await start("victim");
  const allowed = [...sent];
  expect(allowed).toHaveLength(QUOTA);
  await start("victim+x");
  await start("victim");
  await backgroundOf(2);
  expect(sent).toEqual(allowed);
  // A browser that has signed in with the exact address is not affected.
  expect(await start("victim", "browser-of-the-owner")).not.toBeNull();
});

it("sends emails to an address that has an account, whatever variants of it were requested", async () => {
  const { sent, backgroundOf, start, createAccount } = setUp({ mailAll: 1_000 });
  await createAccount("owner.of@gmail.com");
  for (let n = 0; n < 2 * QUOTA; n += 1) await start(`ownerof+${n}@gmail.com`);
  await backgroundOf(QUOTA);
  expect(sent).toHaveLength(QUOTA);
  for (let n = 0; n < QUOTA; n += 1) {
    expect(await start("owner.of@gmail.com")).not.toBeNull();
    await vi.waitFor(() => expect(sent).toHaveLength(QUOTA + n + 1));
    expect(sent.at(-1)).toBe("owner.of@gmail.com");
  }
  expect(await start("owner.of@gmail.com")).toBeNull();
  expect(sent).toHaveLength(2 * QUOTA);
});

it("returns the same for addresses with and without an account, after requests for variants", async () => {
  const { start, createAccount } = setUp({ mailAll: 1_000 });
  await createAccount("with@example.com");
  for (const name of ["with", "without"]) {
    for (let n = 0; n < 2 * QUOTA; n += 1) await start(`${name}+${n}`);
    const answers: boolean[] = [];
    for (let n = 0; n < QUOTA + 2; n += 1) answers.push((await start(name)) !== null);
    expect(answers).toEqual([true, true, true, false, false]);
  }
});

it("returns the same for addresses with and without an account while the mail server is down", async () => {
  const { mailServer, start, createAccount } = setUp({ mailAll: 1_000 });
  await createAccount("has@example.org");
  for (const name of ["has", "hasnot"]) {
    mailServer.isDown = false;
    for (let n = 0; n < QUOTA; n += 1) await start(`${name}+${n}@example.org`);
    mailServer.isDown = true;
    mailServer.asked = 0;
    // The mailbox is full. The result must not wait for an email that only an account gets.
    expect(await start(`${name}@example.org`)).not.toBeNull();
    if (name === "has") await vi.waitFor(() => expect(mailServer.asked).toBe(1));
  }
  for (const name of ["has", "hasnot"]) {
    await expect(start(`${name}.other@example.org`)).rejects.toMatchObject({ status: 503 });
  }
});

it.each([null, "browser-of-the-owner"])(
  "counts no email that the mail server did not accept, for the known browser %s",
  async (browser) => {
    const { mailServer, sent, start } = setUp();
    mailServer.isDown = true;
    for (let n = 0; n < 2 * QUOTA; n += 1) {
      await expect(start("unlucky", browser, "caller")).rejects.toMatchObject({
        code: "dependency_unavailable",
        message: "The email could not be sent",
      });
    }
    mailServer.isDown = false;
    for (let n = 0; n < QUOTA; n += 1) {
      expect(await start("unlucky", browser, "caller")).not.toBeNull();
    }
    expect(sent).toHaveLength(QUOTA);
  },
);

it("counts an email that the mail server may have accepted before the connection broke", async () => {
  const { mailServer, start } = setUp();
  mailServer.isSilent = true;
  for (let n = 0; n < QUOTA; n += 1) {
    await expect(start("unlucky")).rejects.toMatchObject({ code: "dependency_unavailable" });
  }
  expect(await start("unlucky")).toBeNull();
});

it("counts the same limits for addresses with and without an account", async () => {
  const { counted, start, createAccount } = setUp({ mailAll: 1_000 });
  await createAccount("counted@example.org");
  await start("counted@example.org", null, "caller");
  const ofKnown = [...counted];
  counted.length = 0;
  await start("uncounted@example.org", null, "caller");
  expect(ofKnown.map((key) => key.replace("counted@", "uncounted@"))).toEqual(counted);
});
