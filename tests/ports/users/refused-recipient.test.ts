import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSmtpMailer } from "@/lib/drivers/mail/create-smtp-mailer";
import { handleMailRequest } from "@/lib/endpoints/auth/handle-mail-request";
import { createAccountStore } from "@/lib/features/users/store/create-account-store";
import { createEmailAttempts } from "@/lib/features/users/store/create-email-attempts";
import { serializeError } from "@/lib/log";
import { startTestDatabase } from "../../setup/database/postgres";
import { type MailServer, startMailServer } from "../../setup/servers/start-mail-server";
import { createLonelyContext } from "../support/open-pipeline";

const KEYS = { secret: "s".repeat(32), isSecure: false };
const EMAIL = "nobody@gmial.example";

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let reply = "250 ok";
let mailServer: MailServer;
beforeAll(async () => {
  database = await startTestDatabase();
  mailServer = await startMailServer(() => reply);
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
  const limit = async () => {};
  const body = { email: EMAIL };
  const input = { origin: "http://localhost", cookies: {}, body, isOwn: true, keys: KEYS, limit };
  return handleMailRequest(ctx, input);
}

describe("a sign-in email that the mail server refuses", () => {
  it.each(["550 5.1.1", "550 5.4.4", "550", "552 5.2.2"])(
    "is an invalid address when the recipient gets %s",
    async (status) => {
      reply = `${status} <${EMAIL}>: Recipient address rejected`;
      const response = await requestEmail();
      expect(await response.json()).toEqual({
        url: "http://localhost/account?error=EmailSignin",
      });
      expect(response.headers.get("set-cookie")).toBeNull();
    },
  );

  // Greylisting, an operator whose server may not relay, and one that is not there.
  it.each(["450 4.2.0", "554 5.7.1", null])(
    "is an outage, logged without the address, when the recipient gets %s",
    async (status) => {
      reply = `${status} <${EMAIL}>: Recipient address rejected`;
      const request = requestEmail(status === null ? "smtp://127.0.0.1:1" : mailServer.url);
      const error = await request.then(
        () => null,
        (caught: unknown) => caught,
      );
      expect(error).toMatchObject({ code: "dependency_unavailable", status: 503 });
      if (!(error instanceof Error)) throw new Error("no error");
      const logged = JSON.stringify(serializeError(error));
      expect(logged).not.toContain(EMAIL);
      expect(logged).toContain(status ?? "ECONNREFUSED");
    },
  );
});
