/**
 * Keeps the last press of a button that React has not hydrated yet, and repeats it when it has.
 * Without it, a press on a slow network or phone is lost without a sign. Runs as an inline script
 * before all others, so it uses nothing from outside its own body.
 */
export function holdEarlyPresses(): void {
  // After this time a press goes to the browser: the page's scripts will hardly come.
  const GIVE_UP_MS = 30_000;
  // A boundary is hydrated a moment after React has marked its elements.
  const SETTLE_MS = 100;
  const startedAt = performance.now();
  let held: HTMLButtonElement | null = null;
  // The buttons of the server's HTML, once all of it is here; others are not React's to hydrate.
  let served: WeakSet<Element> | null = null;
  document.addEventListener("DOMContentLoaded", () => {
    served = new WeakSet(document.querySelectorAll("button"));
  });

  const isHydrated = (button: HTMLButtonElement) =>
    Object.keys(button).some((key) => key.startsWith("__reactProps$"));
  const isServed = (button: Element) => served === null || served.has(button);
  const isOver = () => performance.now() - startedAt > GIVE_UP_MS;
  const repeat = (button: HTMLButtonElement) => {
    if (button.isConnected && !button.disabled) button.click();
  };
  function watch(): void {
    const button = held;
    if (button === null) return;
    if (isOver() || !button.isConnected) held = null;
    else if (!isHydrated(button)) setTimeout(watch, SETTLE_MS);
    else {
      held = null;
      setTimeout(() => repeat(button), SETTLE_MS);
    }
  }
  document.addEventListener(
    "click",
    (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button === null || isHydrated(button) || !isServed(button) || isOver()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const isWatching = held !== null;
      held = button;
      if (!isWatching) watch();
    },
    true,
  );
}
