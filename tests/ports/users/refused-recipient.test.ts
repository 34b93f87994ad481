import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSmtpMailer } from "@/lib/drivers/mail/create-smtp-mailer";
import { handleMailRequest } from "@/lib/endpoints/auth/handle-mail-request";
import { createAccountStore } from "@/lib/features/users/store/create-account-store";
import { createEmailAttempts } from "@/lib/features/users/store/create-email-attempts";
import { serializeError } from "@/lib/log";
import { startTestDatabase } from "../../setup/database/postgres";
import { CLOSED, type MailServer, startMailServer } from "../../setup/servers/start-mail-server";
import { noLimit } from "../../setup/stack/own-input";
import { createLonelyContext } from "../support/open-pipeline";

const KEYS = { secret: "s".repeat(32), isSecure: false };
const EMAIL = "nobody@gmial.example";

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let reply = "250 ok";
let replyToSender = "250 ok";
let mailServer: MailServer;
/** Whether the last request is not counted. */
let isGivenBack = false;
beforeAll(async () => {
  database = await startTestDatabase();
  mailServer = await startMailServer(
    () => reply,
    () => replyToSender,
  );
});
afterAll(async () => {
  await mailServer.stop();
  await database.stop();
});

function requestEmail(url = mailServer.url): Promise<Response> {
  const { clock, ids, log } = createLonelyContext();
  const now = () => clock.now();
  const ctx = {
    clock,
    ids,
    log,
    accounts: createAccountStore(database.db, now, "sandbox"),
    emailAttempts: createEmailAttempts(database.db, now, "sandbox"),
    mailer: createSmtpMailer({ url, from: "Slipway <hello@example.com>" }),
  };
  const giveBack = async () => {
    isGivenBack = true;
  };
  isGivenBack = false;
  const body = { email: EMAIL };
  const own = { origin: "http://localhost", cookies: {}, body, isOwn: true, keys: KEYS };
  return handleMailRequest(ctx, { ...own, limit: noLimit, giveBack });
}

describe("a sign-in email that the mail server refuses", () => {
  it.each([
    "550 5.1.1 <EMAIL>: Recipient address rejected",
    "556 5.1.10 Recipient address has null MX",
    "501 5.1.3 Bad recipient address syntax",
    "550 5.4.4 <EMAIL>: Recipient address rejected",
    "552 5.2.2 <EMAIL>: mailbox full",
    "550 <EMAIL>: no such user",
    "551 User not local",
    "553 mailbox name not allowed",
    "550 Requested action not taken: mailbox unavailable",
    "550 Unrouteable address",
    "552 over quota",
    "550 no such user here (from 203.0.113.9)",
  ])("is an invalid address when the recipient gets %s", async (text) => {
    reply = text.replace("EMAIL", EMAIL);
    const response = await requestEmail();
    expect(await response.json()).toEqual({
      url: "http://localhost/account?error=EmailSignin",
    });
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(isGivenBack).toBe(false);
  });

  // Greylisting, settings of the operator (the sender, the password, what may be relayed or sent, the server's
  // address, name and reputation), faults of the mail system, and no server.
  it.each([
    ["450 4.2.0", "<EMAIL>: Recipient address rejected"],
    ["554 5.7.1", "<EMAIL>: Relay access denied"],
    ["550", "relay not permitted"],
    ["550", "Sender verify failed"],
    ["553", "sorry, that domain is not in my list of allowed rcpthosts"],
    ["550", "authentication required for <EMAIL>"],
    ["550", "Blocked, your IP is on a blacklist"],
    ["550", "Your IP address is listed"],
    ["550", "SMTP AUTH is required"],
    ["550", "Access denied - Invalid HELO name"],
    ["550", "Unknown client, user <EMAIL> not reached"],
    ["550", "Daily sending quota exceeded"],
    ["552", "Your hourly mail quota is exceeded"],
    ["550", "User has exceeded its 24-hour sending limit"],
    ["550", "Quota of messages per day is used up"],
    ["550", "Your address 203.0.113.9 is in RBL zen.spamhaus.org"],
    ["550", "Unknown address [2001:db8::9]"],
    ["550", "Address 203.0.113.9 has no PTR record"],
    ["550", "Reverse DNS does not exist"],
    ["550", "Your address has a poor reputation"],
    ["550", "User not authorized to send"],
    ["551", "not now"],
    ["554 5.4.6", "routing loop for <EMAIL>"],
    ["550 5.4.3", "directory server failure"],
    ["550 5.1.0", "<hello@example.com>: Sender address rejected"],
    ["553 5.1.7", "<hello@example.com>: Sender address rejected"],
    ["550 5.1.8", "<hello@example.com>: Sender address rejected"],
    ["503 5.5.1", "bad sequence of commands"],
    ["503", "valid RCPT command must precede DATA"],
    ["530 5.1.1", "<EMAIL>: log in first"],
    ["530", "Must issue a STARTTLS command first"],
    ["554", "no SMTP service here"],
    ["ECONNREFUSED", null],
  ])(
    "is an outage, logged without its text, when the recipient gets %s %s",
    async (status, text) => {
      reply = `${status} ${text}`.replace("EMAIL", EMAIL);
      const request = requestEmail(text === null ? "smtp://127.0.0.1:1" : mailServer.url);
      const error = await request.then(
        () => null,
        (caught: unknown) => caught,
      );
      expect(error).toMatchObject({ code: "dependency_unavailable", status: 503 });
      // Whoever chooses the recipient could send without limit otherwise.
      expect(isGivenBack).toBe(text === null);
      if (!(error instanceof Error)) throw new Error("no error");
      const logged = JSON.stringify(serializeError(error));
      expect(logged).toContain(status);
      expect(logged).not.toContain(EMAIL);
      if (text !== null) expect(logged).not.toContain(text.replace("EMAIL", EMAIL));
    },
  );

  it("is not counted when the server refuses emails to anyone", async () => {
    replyToSender = "451 4.3.0 try again later";
    await expect(requestEmail()).rejects.toMatchObject({ code: "dependency_unavailable" });
    expect(isGivenBack).toBe(true);
    replyToSender = "250 ok";
  });

  it("is counted when the connection broke without a reply", async () => {
    reply = CLOSED;
    await expect(requestEmail()).rejects.toMatchObject({ code: "dependency_unavailable" });
    expect(isGivenBack).toBe(false);
  });

  it("is an invalid address also if the address itself names a relay or a sender", async () => {
    reply = "550 <sender@relay.example>: no such user";
    const response = await requestEmail();
    expect(await response.json()).toMatchObject({ url: expect.stringContaining("EmailSignin") });
  });
});
