import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "playwright/test";
import { z } from "zod";
import { finishAnimations } from "./finish-animations";

const report = z.object({
  hasMoved: z.boolean(),
  violations: z.array(
    z.object({
      id: z.string(),
      impact: z.string().nullable(),
      nodes: z.array(z.object({ html: z.string(), target: z.array(z.unknown()) })),
    }),
  ),
});

/** A live page may insert an element during the check, which sees the colors of its animation. */
const ATTEMPTS = 3;
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const check = (rules: readonly string[] | null) => `(async () => {
  let hasMoved = false;
  const note = () => { hasMoved = true; };
  const started = ["animationstart", "transitionrun"];
  for (const name of started) document.addEventListener(name, note);
  const { violations } = await axe.run(document, {
    resultTypes: ["violations"],
    ...${JSON.stringify(rules === null ? {} : { runOnly: rules })},
  });
  for (const name of started) document.removeEventListener(name, note);
  return { hasMoved, violations };
})()`;

/**
 * Serious and critical violations of the current page, one line each. The checker is injected by
 * the debugger, which the Content-Security-Policy does not restrict.
 * @param rules axe's names of the rules to check; null for all
 */
export async function seriousViolations(
  page: Page,
  rules: readonly string[] | null = null,
): Promise<string[]> {
  // Next sets the title of a page shortly after its content.
  await expect(page).not.toHaveTitle("");
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(SOURCE);
  for (let attempt = 1; ; attempt += 1) {
    await finishAnimations(page);
    const { violations, hasMoved } = report.parse(await page.evaluate(check(rules)));
    const found = violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, html }) => `${id}: ${target.join(" ")} ${html.slice(0, 120)}`),
      );
    if (found.length === 0 || !hasMoved || attempt === ATTEMPTS) return found;
  }
}
