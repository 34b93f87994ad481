import axe from "axe-core";
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

/** A live page may insert an element during the check, which sees the colours of its animation. */
const ATTEMPTS = 3;
const CHECK = `(async () => {
  let hasMoved = false;
  const note = () => { hasMoved = true; };
  const started = ["animationstart", "transitionrun"];
  for (const name of started) document.addEventListener(name, note);
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  for (const name of started) document.removeEventListener(name, note);
  return { hasMoved, violations };
})()`;

/**
 * Serious and critical violations of the current page, one line each. The checker is injected by
 * the debugger, which the Content-Security-Policy does not restrict.
 */
export async function seriousViolations(page: Page): Promise<string[]> {
  // Next sets the title of a page shortly after its content.
  await expect(page).not.toHaveTitle("");
  await page.evaluate(axe.source);
  for (let attempt = 1; ; attempt += 1) {
    await finishAnimations(page);
    const { violations, hasMoved } = report.parse(await page.evaluate(CHECK));
    const found = violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, html }) => `${id}: ${target.join(" ")} ${html.slice(0, 120)}`),
      );
    if (found.length === 0 || !hasMoved || attempt === ATTEMPTS) return found;
  }
}
