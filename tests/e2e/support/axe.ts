import axe from "axe-core";
import { expect, type Page } from "playwright/test";
import { z } from "zod";
import { finishAnimations } from "./finish-animations";

const report = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      impact: z.string().nullable(),
      nodes: z.array(z.object({ html: z.string(), target: z.array(z.unknown()) })),
    }),
  ),
});

/**
 * Serious and critical violations of the current page, one line each. The checker is injected by
 * the debugger, which the Content-Security-Policy does not restrict.
 */
export async function seriousViolations(page: Page): Promise<string[]> {
  // Next sets the title of a page shortly after its content.
  await expect(page).not.toHaveTitle("");
  // What a live page inserts during the check has its final colours at once.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await finishAnimations(page);
  await page.evaluate(axe.source);
  const result: unknown = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  await page.emulateMedia({ reducedMotion: null });
  return report
    .parse(result)
    .violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${target.join(" ")} ${html.slice(0, 120)}`),
    );
}
