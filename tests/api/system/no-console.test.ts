import { describe, expect, inject, it } from "vitest";

/** This launchpad has no administrators. */

/** Texts of the console's pages, its title and its shell. */
const CONSOLE = /console|audit log|sign in with/i;

async function readPage(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${inject("baseUrl")}${path}`, { headers, redirect: "manual" });
  return { status: response.status, body: await response.text() };
}

describe("without administrators", () => {
  it.each([
    "/admin",
    "/admin/",
    "/admin/jobs",
    "/admin/jobs/anything",
    "/admin/limits?range=day",
    "/admin/audit",
    "/admin/moderation",
    "/admin/nothing",
    "/%61dmin",
    "/admin%2Fjobs",
  ])("%s is not found, and says nothing about a console", async (path) => {
    const { status, body } = await readPage(path);
    // Next refuses some spellings before it looks for a page.
    expect([400, 404]).toContain(status);
    expect(body).not.toMatch(CONSOLE);
  });

  it.each(["/admin", "/admin/jobs"])("%s has no data for a navigation either", async (path) => {
    const { body } = await readPage(path, { rsc: "1" });
    expect(body).toContain('"children":"404"');
    expect(body).not.toMatch(CONSOLE);
  });
});
