import { randomBytes } from "node:crypto";
import type { Page } from "playwright/test";
import { z } from "zod";
import { launchFor } from "../support/account";
import { confirmAction, openConsole } from "../support/admin";
import { runSql } from "../support/database";
import { expect, test } from "../support/test";

const ids = z.array(z.object({ id: z.string() })).min(1);

/** A launched token's job by the token's name. */
async function jobOf(name: string): Promise<string> {
  const statement =
    "select id from launch.transactions where kind = 'launch' and payload->'token'->>'name' = $1";
  return ids.parse((await runSql(statement, [name])).rows)[0]?.id ?? "";
}

/** Adds a waiting launch with the payload of a finished one; no server starts it for an hour. */
async function addWaiting(site: string): Promise<string> {
  const name = `Model ${Date.now()} ${randomBytes(2).toString("hex")}`;
  await launchFor(site, "base-sepolia", { name });
  const id = `waiting-${randomBytes(8).toString("hex")}`;
  await runSql(
    `insert into launch.transactions
      (id, kind, chain, state, payload, realm, chain_realm, created_at, touched_at)
     select $1, kind, chain, 'waiting',
       jsonb_set(payload, '{launchId}', to_jsonb($2::text)), realm, chain_realm, now(),
       now() + interval '1 hour'
     from launch.transactions where id = $3`,
    [id, `0x${randomBytes(32).toString("hex")}`, await jobOf(name)],
  );
  return id;
}

/** A launch that was given up although it was mined. */
async function addUndecided(site: string): Promise<string> {
  const name = `Undecided ${Date.now()} ${randomBytes(2).toString("hex")}`;
  await launchFor(site, "base-sepolia", { name });
  const id = await jobOf(name);
  await runSql(
    `update launch.transactions set state = 'failed', may_have_succeeded = true, result = null,
     error = 'Given up' where id = $1`,
    [id],
  );
  return id;
}

const open = (page: Page, id: string) => page.goto(`/admin/jobs/${encodeURIComponent(id)}`);
const row = (page: Page, label: string) =>
  page.locator('[data-slot="job-action"]').filter({ hasText: label }).first();

for (const role of ["viewer", "moderator"] as const) {
  test(`a ${role} sees which actions are possible and has no buttons for them`, async ({
    page,
    site,
  }) => {
    const id = await addWaiting(site);
    await openConsole(page, role, "/admin/jobs");
    await open(page, id);
    await expect(page.getByText("Only operators can run them.")).toBeVisible();
    await expect(row(page, "Cancel")).not.toContainText("Not possible");
    await expect(page.getByRole("button", { name: /Retry|Cancel|Resolve/ })).toHaveCount(0);
    await runSql("delete from launch.transactions where id = $1", [id]);
  });
}

test("an operator cancels a waiting launch, which fails with the reason", async ({
  page,
  site,
}) => {
  const id = await addWaiting(site);
  await openConsole(page, "operator", "/admin/jobs");
  await open(page, id);
  await page.getByRole("button", { name: "Cancel…" }).click();
  await confirmAction(page, "Cancel job", "sent by mistake");
  await expect(page.getByText("Canceled by the operator: sent by mistake").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /Retry|Cancel|Resolve/ })).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: "job.cancel" })).toHaveCount(1);
});

test("an operator retries a waiting launch, which completes", async ({ page, site }) => {
  test.slow();
  const id = await addWaiting(site);
  await openConsole(page, "operator", "/admin/jobs");
  await open(page, id);
  await page.getByRole("button", { name: "Retry…" }).click();
  await confirmAction(page, "Retry job", "the engine has lost it");
  await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole("listitem").filter({ hasText: "job.retry" })).toHaveCount(1);
});

test("an operator resolves a launch that may have succeeded", async ({ page, site }) => {
  const id = await addUndecided(site);
  await openConsole(page, "operator", "/admin/jobs");
  await open(page, id);
  // The schedule, which looks each minute, may be first.
  await page.getByRole("button", { name: "Resolve…" }).click();
  await confirmAction(page, "Resolve job", "it is in the block explorer");
  await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "job.resolve" })).toHaveCount(1);
});
