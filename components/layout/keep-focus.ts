/**
 * Moves the focus to the surrounding region when the page removes the element that has it, as a form
 * does whose button becomes a progress or a result. Without it nothing has the focus: keys do
 * nothing, and a screen reader loses its place. Runs as an inline script like `holdEarlyPresses`, so
 * it uses nothing outside its own body.
 */
export function keepFocus(): void {
  const REGION = "form, section, article, [role=dialog], [role=tabpanel], [data-slot=card], main";
  // Time for the page to move the focus itself, as a dialog does that closes.
  const OWN_MOVE_MS = 50;
  // The focused element and its ancestors: a removed element does not know its place any more.
  let path: Element[] = [];

  // Tab and clicks pass a region by; app/globals.css draws no ring around it.
  const focusRegion = (region: HTMLElement) => {
    const isFocusable = region.hasAttribute("tabindex");
    region.dataset.keepsFocus = "";
    if (!isFocusable) region.tabIndex = -1;
    region.focus({ preventScroll: true });
    region.addEventListener(
      "blur",
      () => {
        delete region.dataset.keepsFocus;
        if (!isFocusable) region.removeAttribute("tabindex");
      },
      { once: true },
    );
  };
  const recover = (lost: readonly Element[]) => {
    if (document.activeElement !== document.body) return;
    const around = lost.find((element) => element.isConnected && element.matches(REGION));
    // An element of a dialog has no other region.
    const region = around ?? document.querySelector("main");
    if (region instanceof HTMLElement) focusRegion(region);
  };
  document.addEventListener("focusin", ({ target }) => {
    path = [];
    for (let at = target instanceof Element ? target : null; at !== null; at = at.parentElement) {
      path.push(at);
    }
  });
  document.addEventListener("focusout", ({ target }) =>
    // An element that is being removed is still connected when it loses the focus.
    queueMicrotask(() => {
      if (path[0] === target && path[0]?.isConnected) path = [];
    }),
  );
  new MutationObserver(() => {
    const [last] = path;
    if (last === undefined || last.isConnected) return;
    const lost = path;
    path = [];
    setTimeout(() => recover(lost), OWN_MOVE_MS);
  }).observe(document, { subtree: true, childList: true });
}
