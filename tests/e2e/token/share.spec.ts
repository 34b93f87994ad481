import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Locator, Page, Response } from "playwright/test";
import { seriousViolations } from "../support/axe";
import { launchToken } from "../support/launch-token";
import { expect, sidewaysOverflow, test } from "../support/test";
import { newTrader } from "../support/trader";

const CHAIN = "base-sepolia";
const HOSTILE = `<b>Shared</b> "&'`;

/** A launched token that the Data API has, and the path of its page. */
async function launchShared(
  site: string,
  context: BrowserContext,
  name: string,
): Promise<{ address: string; path: string }> {
  const address = await launchToken(site, CHAIN, { name, symbol: "SHR" });
  const read = async () =>
    (await context.request.get(`${site}/v1/${CHAIN}/tokens/${address}`)).status();
  await expect.poll(read).toBe(200);
  return { address, path: `/${CHAIN}/${address}` };
}

async function openShare(page: Page, path: string): Promise<Locator> {
  await page.goto(path);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await expect(dialog).toBeVisible();
  return dialog;
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("the share dialog has preview, links, link, QR code and HTML to copy", async ({
  page,
  site,
  context,
}) => {
  const { path } = await launchShared(site, context, HOSTILE);
  const url = site + path;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const dialog = await openShare(page, path);
  const title = `${HOSTILE} (SHR) on Base Sepolia`;
  const preview = dialog.getByRole("img", { name: `Preview of the link: ${title}` });
  const width = (node: HTMLImageElement) => node.naturalWidth;
  await expect.poll(() => preview.evaluate(width)).toBe(1200);

  for (const [name, host] of [
    ["X", "x.com"],
    ["Farcaster", "farcaster.xyz"],
    ["Telegram", "t.me"],
  ] as const) {
    const link = dialog.getByRole("link", { name, exact: true });
    const href = new URL((await link.getAttribute("href")) ?? "");
    expect(href.host).toBe(host);
    expect(href.searchParams.get("text")).toBe(title);
    expect(href.searchParams.get("url") ?? href.searchParams.get("embeds[]")).toBe(url);
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  }

  await expect(dialog.getByRole("textbox", { name: "Link" })).toHaveValue(url);
  await dialog.getByRole("button", { name: "Copy link" }).dblclick();
  await expect(dialog.getByText("Copied", { exact: true })).toBeAttached();
  expect(await clipboard(page)).toBe(url);

  await expect(dialog.getByRole("img", { name: "QR code of the link" })).toBeHidden();
  await dialog.getByText("QR code", { exact: true }).click();
  await expect(dialog.getByRole("img", { name: "QR code of the link" })).toBeVisible();

  await dialog.getByText("Embed on a website").click();
  const html = dialog.getByRole("textbox", { name: "HTML" });
  const frame = async () => {
    const holder = `(() => { const t = document.createElement("template"); t.innerHTML = ${JSON.stringify(await html.inputValue())}; return [t.content.children.length, t.content.firstChild.tagName, t.content.firstChild.src, t.content.firstChild.title]; })()`;
    return page.evaluate<unknown>(holder);
  };
  expect(await frame()).toEqual([1, "IFRAME", `${url}/embed`, title]);
  await dialog.getByRole("radio", { name: "Light" }).check({ force: true });
  expect(await frame()).toEqual([1, "IFRAME", `${url}/embed?theme=light`, title]);
  await dialog.getByRole("radio", { name: "Dark" }).check({ force: true });
  expect(await frame()).toEqual([1, "IFRAME", `${url}/embed?theme=dark`, title]);
  await dialog.getByRole("button", { name: "Copy HTML" }).click();
  await expect.poll(() => clipboard(page)).toBe(await html.inputValue());
  const [card] = await Promise.all([
    context.waitForEvent("page"),
    dialog.getByRole("link", { name: "Open the card" }).click(),
  ]);
  await expect(card).toHaveURL(`${path}/embed?theme=dark`);
  await card.close();
});

test("the dialog is loaded when it is opened, and opens once on a double click", async ({
  page,
  site,
  context,
}) => {
  const { path } = await launchShared(site, context, "Doubled");
  const scripts: Response[] = [];
  page.on("response", (response) => {
    if (/\/_next\/static\/.*\.js/.test(response.url())) scripts.push(response);
  });
  const hasDialog = async () => {
    const texts = await Promise.all(scripts.map((script) => script.text()));
    return texts.some((text) => text.includes("x.com/intent/post"));
  };
  await page.goto(path);
  await expect(page.getByRole("tab", { name: "Trades" })).toBeVisible();
  expect(scripts.length).toBeGreaterThan(0);
  expect(await hasDialog()).toBe(false);
  await page.getByRole("button", { name: "Share", exact: true }).dblclick();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  expect(await hasDialog()).toBe(true);
});

test("copies the link and selects the theme of the card by keyboard alone", async ({
  page,
  site,
  context,
}) => {
  const { path } = await launchShared(site, context, "Keyed");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(path);
  await page.getByRole("button", { name: "Share", exact: true }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Share" });
  await expect(dialog).toBeVisible();
  const tabTo = async (target: Locator) => {
    for (let n = 0; n < 20; n += 1) {
      if (await target.evaluate((node) => node === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("The control cannot be reached by keyboard");
  };
  await tabTo(dialog.getByRole("button", { name: "Copy link" }));
  await page.keyboard.press("Space");
  await expect.poll(() => clipboard(page)).toBe(site + path);
  await tabTo(dialog.locator("summary").nth(1));
  await page.keyboard.press("Enter");
  await tabTo(dialog.getByRole("radio", { name: "Reader’s theme" }));
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("textbox", { name: "HTML" })).toHaveValue(/embed\?theme=light"/);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Share", exact: true })).toBeFocused();
});

test("copies without the clipboard API, and otherwise selects the text and says so", async ({
  page,
  site,
  context,
}) => {
  const { path } = await launchShared(site, context, "Refused");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  const dialog = await openShare(page, path);
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(() => clipboard(page)).toBe(site + path);
  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(dialog.getByText(/^Could not copy/)).toBeVisible();
  const selected = await page.evaluate(() => {
    const { activeElement: field } = document;
    if (!(field instanceof HTMLTextAreaElement)) return null;
    return field.value.slice(field.selectionStart, field.selectionEnd);
  });
  expect(selected).toBe(site + path);
});

test("offers the device's share sheet where there is one", async ({ page, site, context }) => {
  const { path } = await launchShared(site, context, "Sheet");
  await page.addInitScript(() => {
    const calls: ShareData[] = [];
    Object.assign(window, { shared: calls });
    Object.assign(navigator, {
      share: (data: ShareData) => {
        calls.push(data);
        return Promise.reject(
          new DOMException("", calls.length > 1 ? "InvalidStateError" : "AbortError"),
        );
      },
    });
  });
  const dialog = await openShare(page, path);
  await dialog.getByRole("button", { name: "More" }).dblclick();
  const calls = await page.evaluate<unknown>("window.shared");
  const data = { title: "Sheet (SHR) on Base Sepolia", url: site + path };
  expect(calls).toEqual([data, data]);
  await expect(dialog).toBeVisible();
});

test("has no button for a share sheet that does not exist", async ({ page, site, context }) => {
  const { path } = await launchShared(site, context, "Sheetless");
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, "share");
  });
  const dialog = await openShare(page, path);
  await expect(dialog.getByRole("button", { name: "Copy link" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "More" })).toHaveCount(0);
});

test.describe("while pictures cannot be drawn", () => {
  test.use({ expectedProblem: /status of 503/ });

  test("the dialog reports it and still shows the link", async ({ page, site, context }) => {
    const { path } = await launchShared(site, context, "Undrawn");
    await page.route("**/share/**", (route) => route.fulfill({ status: 503 }));
    const dialog = await openShare(page, path);
    await expect(dialog.getByText(/^The preview could not be loaded/)).toBeVisible();
    await expect(dialog.getByRole("textbox", { name: "Link" })).toHaveValue(site + path);
  });
});

for (const colorScheme of ["dark", "light"] as const) {
  test.describe(`in ${colorScheme} mode, 320 pixels wide`, () => {
    test.use({ colorScheme, viewport: { width: 320, height: 640 } });

    test("dialog and card are accessible and fit", async ({ page, site, context }) => {
      const name = `A name that is far too long for a card ${"x".repeat(10)}`;
      const { path } = await launchShared(site, context, name.slice(0, 50));
      const dialog = await openShare(page, path);
      await dialog.getByText("QR code", { exact: true }).click();
      await dialog.getByText("Embed on a website").click();
      await expect(dialog.getByRole("textbox", { name: "HTML" })).toBeVisible();
      expect(await seriousViolations(page)).toEqual([]);
      const overflow = (node: Element) => node.scrollWidth - node.clientWidth;
      expect(await dialog.evaluate(overflow)).toBe(0);
      for (const button of await dialog.getByRole("button").all()) {
        const box = await button.boundingBox();
        expect(box?.x ?? -1).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
      }
      await page.goto(`${path}/embed`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await seriousViolations(page)).toEqual([]);
      expect(await sidewaysOverflow(page)).toBe(0);
      const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(canvas).toBe(colorScheme === "dark" ? "rgb(19, 26, 34)" : "rgb(252, 253, 254)");
      const other = colorScheme === "dark" ? "light" : "dark";
      await page.goto(`${path}/embed?theme=${other}`);
      expect(await seriousViolations(page)).toEqual([]);
      const forced = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(forced).toBe(other === "dark" ? "rgb(19, 26, 34)" : "rgb(252, 253, 254)");
    });
  });
}

/** A page of another origin. Its frames are named by their index. */
async function foreignSite(body: string): Promise<{ origin: string; close: () => void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end(`<!doctype html><html lang="en"><title>Blog</title>${body}</html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port }: AddressInfo = Object(server.address());
  return { origin: `http://localhost:${port}`, close: () => server.close() };
}

test.describe("a page of another site", () => {
  // Refused frames, the notice's status, and the scripts of this test in a frame that runs none.
  test.use({
    expectedProblem:
      /frame-ancestors|X-Frame-Options|chrome-error:|status of 404|'allow-scripts' permission/i,
  });

  test("shows the card by the HTML of oEmbed, and cannot frame any other page", async ({
    page,
    site,
    context,
  }) => {
    const { address, path } = await launchShared(site, context, "Framed");
    const trader = await newTrader(site);
    await trader.buy(address, "0.05");
    const query = new URLSearchParams({ url: site + path });
    const { html }: { html: string } = await (
      await context.request.get(`${site}/oembed?${query}`)
    ).json();
    // The launchpad's public URL is another name of this machine.
    const card = html.replace(/http:\/\/localhost:\d+/, site);
    const others = ["", "/", "/account", "/share/x/embed"].map((end) =>
      end === "" ? `${site}${path}` : `${site}${end}`,
    );
    const frames = others.map((src) => `<iframe src="${src}"></iframe>`).join("");
    const blog = await foreignSite(`${card}${frames}`);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(blog.origin);
    const frame = page.frameLocator("iframe").first();
    await expect(frame.getByRole("heading", { name: "Framed" })).toBeVisible();
    await expect(frame.getByText(/^(\$[\d.,]+[KMB]?|[\d.,]+ ETH)$/)).toHaveCount(2);
    await expect(frame.locator("svg")).toBeVisible();
    const picture = frame.locator(".picture img");
    await expect
      .poll(() => picture.evaluate((node: HTMLImageElement) => node.naturalWidth))
      .toBeGreaterThan(0);
    await expect
      .poll(() => page.frames().filter((one) => one.url().startsWith("chrome-error:")).length)
      .toBe(others.length);
    expect(requests.filter((url) => url.includes(".js") || url.includes("/v1/"))).toEqual([]);
    expect(await context.cookies(site)).toEqual([]);

    const [opened] = await Promise.all([
      context.waitForEvent("page"),
      frame.getByRole("link", { name: "Framed" }).click(),
    ]);
    await expect(opened).toHaveURL(site + path);
    await expect(opened.getByRole("heading", { level: 1, name: "Framed" })).toBeVisible();
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    blog.close();
  });

  test("shows a notice for a token that does not exist", async ({ page, site }) => {
    const src = `${site}/${CHAIN}/0x${"1".repeat(40)}/embed`;
    const blog = await foreignSite(`<iframe src="${src}" width="480" height="220"></iframe>`);
    await page.goto(blog.origin);
    const frame = page.frameLocator("iframe");
    await expect(frame.getByRole("heading", { name: /^No token 0x1{40}/ })).toBeVisible();
    await expect(frame.getByRole("link", { name: "Open Slipway" })).toBeVisible();
    blog.close();
  });
});
