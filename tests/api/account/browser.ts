import { inject } from "vitest";
import { z } from "zod";
import { newCaller } from "../../setup/api/api";
import { askForLink, linkIn, pressLink } from "../../setup/api/sign-in";
import { type Browser, createBrowser } from "../../setup/create-browser";
import { queryStack } from "../../setup/database/stack-database";

const rows = z.array(z.object({ text: z.string() }));

/** A fresh browser at the running launchpad. */
export function openBrowser(): Browser {
  const caller = newCaller();
  return createBrowser(inject("baseUrl"), (request) => {
    request.headers.set("x-forwarded-for", caller);
    return fetch(request);
  });
}

/** The emails to an address in the sandbox mailbox, newest first. */
export async function mailsTo(email: string): Promise<string[]> {
  const statement = "select text from account.mails where recipient = $1 order by id desc";
  const found = rows.parse(await queryStack(inject("dataDir"), statement, [email]));
  return found.map(({ text }) => text);
}

/** Signs in by the link in the email. */
export async function signInByMail(browser: Browser, email: string): Promise<void> {
  await askForLink(browser, email);
  const [mail = ""] = await mailsTo(email);
  const { status } = await pressLink(browser, linkIn(mail));
  if (status !== 200) throw new Error(`the link answered ${status}`);
}
