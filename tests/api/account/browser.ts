import { inject } from "vitest";
import { newCaller } from "../../setup/api";
import { type Browser, createBrowser } from "../../setup/create-browser";
import { askForLink, linkIn } from "../../setup/sign-in";

/** A browser of somebody new at the running launchpad. */
export function openBrowser(): Browser {
  const caller = newCaller();
  return createBrowser(inject("baseUrl"), (request) => {
    request.headers.set("x-forwarded-for", caller);
    return fetch(request);
  });
}

/** Signs in as a person does: by the link in the mail that lies in the outbox. */
export async function signInByMail(browser: Browser, email: string): Promise<void> {
  await askForLink(browser, email);
  const page = await (await browser.request("/outbox")).text();
  const links = [...page.matchAll(/href="(https?:\/\/[^"]+)"/g)].map(([, link]) =>
    (link ?? "").replaceAll("&amp;", "&"),
  );
  const own = links.find((link) => new URL(link).searchParams.get("email") === email);
  const opened = await browser.request(linkIn(own ?? ""));
  if (opened.status !== 302) throw new Error(`the link answered ${opened.status}`);
}
