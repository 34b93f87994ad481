/**
 * Fixes accessibility problems in the renderer's markup: copy buttons without a name, a picker
 * whose label hides its text, and a second `main`. Continues as the reference renders more parts on
 * scroll.
 * @returns a function that stops it
 */
export function fixReference(place: Element): () => void {
  const fix = () => {
    for (const button of place.querySelectorAll("button[class*='copy-button']:not([aria-label])")) {
      button.setAttribute("aria-label", "Copy");
    }
    for (const picker of place.querySelectorAll("[data-testid^='response-variant'][aria-label]")) {
      picker.removeAttribute("aria-label");
    }
    for (const inner of place.querySelectorAll("main:not([role])")) {
      inner.setAttribute("role", "region");
    }
  };
  fix();
  const observer = new MutationObserver(fix);
  observer.observe(place, { childList: true, subtree: true });
  return () => observer.disconnect();
}
