import type { Route } from "playwright/test";

/** Responds with the service's JSON after a change. Nothing happens if the page has left meanwhile. */
export async function changeJson(
  route: Route,
  change: (answer: unknown) => unknown,
): Promise<void> {
  try {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  } catch (error) {
    // Playwright ends requests of a page that navigates, and when the test ends.
    if (!/has been disposed|has been closed|Test ended/.test(String(error))) throw error;
  }
}
