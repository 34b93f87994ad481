/**
 * Stores the last click on a button that React has not hydrated yet, and repeats it after
 * hydration. Otherwise a click on a slow network or phone is lost. Until then the button has
 * `data-held`, which app/globals.css styles as a wait. Runs as an inline script before all others,
 * so it uses nothing outside its own body.
 */
export function holdEarlyPresses(): void {
  // After this time the click goes to the browser: the scripts have probably failed.
  const GIVE_UP_MS = 30_000;
  // A boundary is hydrated shortly after React has marked its elements.
  const SETTLE_MS = 100;
  const startedAt = performance.now();
  let held: HTMLButtonElement | null = null;
  // Only buttons of the server's HTML, once it is complete; React does not hydrate others.
  let served: WeakSet<Element> | null = null;
  document.addEventListener("DOMContentLoaded", () => {
    served = new WeakSet(document.querySelectorAll("button"));
  });

  const isHydrated = (button: HTMLButtonElement) =>
    Object.keys(button).some((key) => key.startsWith("__reactProps$"));
  const hold = (button: HTMLButtonElement | null) => {
    held?.removeAttribute("data-held");
    button?.setAttribute("data-held", "");
    held = button;
  };
  const isServed = (button: Element) => served === null || served.has(button);
  const isOver = () => performance.now() - startedAt > GIVE_UP_MS;
  const repeat = (button: HTMLButtonElement) => {
    if (button.isConnected) button.click();
  };
  function watch(): void {
    const button = held;
    if (button === null) return;
    if (isOver() || !button.isConnected) hold(null);
    else if (!isHydrated(button)) setTimeout(watch, SETTLE_MS);
    else {
      hold(null);
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
      if (button.ariaDisabled === "true") return;
      const isWatching = held !== null;
      hold(button);
      if (!isWatching) watch();
    },
    true,
  );
}
