import type { Page } from "playwright/test";
import { z } from "zod";
import { openConsole } from "../support/admin";
import { CHAIN, launchModerated, reportAs } from "../support/moderation";
import { expect, test } from "../support/test";

/** Roles without the right: the page they see, and the responses of the API. */
const PAGE = "/admin/moderation";

/** Sends a request as the page's own script would, with its session. */
async function send(page: Page, path: string, body?: unknown): Promise<number> {
  const status: unknown = await page.evaluate(
    async ([to, json]) => {
      const init =
        json === undefined
          ? {}
          : { method: "POST", headers: { "content-type": "application/json" }, body: json };
      return (await fetch(to, init)).status;
    },
    [path, body === undefined ? undefined : JSON.stringify(body)] as const,
  );
  return z.number().parse(status);
}

/** Each action of moderation with an input that a moderator may send. */
function actionsOf(address: string, cid: string): [string, unknown][] {
  const token = { chain: CHAIN, address };
  const publicReason = "scam";
  const wallet = { type: "wallet", value: address };
  return [
    ["token.hide", { ...token, publicReason }],
    ["token.blur", { ...token, publicReason }],
    ["token.restore", token],
    ["picture.remove", { cid, publicReason }],
    ["picture.restore", { cid }],
    ["video.remove", { uid: "a-video", publicReason }],
    ["video.restore", { uid: "a-video" }],
    ["creator.block", { ...wallet, publicReason }],
    ["creator.unblock", wallet],
    ["reports.close", { kind: "token", key: `84532:${address.toLowerCase()}` }],
  ];
}

const act = (page: Page, action: string, input: unknown) =>
  send(page, `/api/admin/actions/${action}`, { reason: "a test of roles", input });

test.describe("without the moderator role", () => {
  test.use({ expectedProblem: /status of 40[13]/ });

  test("a viewer sees neither queue nor actions, and the API answers each with 403", async ({
    page,
    site,
  }) => {
    const { name, token, cid } = await launchModerated(site, "Untouched");
    await reportAs(site, token);
    await openConsole(page, "viewer", PAGE);
    await expect(page.getByText("Only moderators can do this.")).toBeVisible();
    const navigation = page.getByRole("navigation", { name: "Console" });
    await expect(navigation.getByRole("link", { name: "Moderation" })).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("button")).toHaveText(["Sign out"]);
    await expect(page.getByText(name)).toHaveCount(0);
    expect(await send(page, "/api/admin/moderation")).toBe(403);
    for (const [action, input] of actionsOf(token, cid)) {
      expect(await act(page, action, input), action).toBe(403);
    }
    await page.goto(`/${CHAIN}/${token}`);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByRole("region", { name: "Moderation" })).toHaveCount(0);
  });

  test("a visitor gets 401, and no console", async ({ page, site }) => {
    const { token, cid } = await launchModerated(site, "Unseen");
    await page.goto(PAGE);
    await expect(page.getByRole("button", { name: "Burner account" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Console" })).toHaveCount(0);
    expect(await send(page, "/api/admin/moderation")).toBe(401);
    for (const [action, input] of actionsOf(token, cid)) {
      expect(await act(page, action, input), action).toBe(401);
    }
  });
});

for (const role of ["moderator", "operator"] as const) {
  test.describe(`as ${role}`, () => {
    // The video does not exist, and what was never removed cannot be restored.
    test.use({ expectedProblem: /status of 40[49]/ });

    test("no action of moderation is refused for the role", async ({ page, site }) => {
      const { token, cid } = await launchModerated(site, `Touched by ${role}`);
      await openConsole(page, role, PAGE);
      await expect(page.getByRole("button", { name: "Decide…" })).toBeVisible();
      expect(await send(page, "/api/admin/moderation")).toBe(200);
      for (const [action, input] of actionsOf(token, cid)) {
        const isMissing = action.startsWith("video.") || action === "reports.close";
        const status = await act(page, action, input);
        expect(isMissing ? [200, 404, 409] : [200], action).toContain(status);
      }
    });
  });
}
