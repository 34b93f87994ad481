/**
 * The key `/` focuses the search field, except in fields and while a dialog is open. That needs no hydration, so it
 * runs as an inline script like `holdEarlyPresses`, and uses nothing outside its own body.
 */
export function focusSearchOnSlash(): void {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.metaKey || event.ctrlKey) return;
    const { target } = event;
    const isTyping =
      target instanceof HTMLElement &&
      (target.isContentEditable || target.closest("input, textarea, select") !== null);
    // A dialog may be open without the focus, as after its focused button was disabled.
    if (isTyping || document.querySelector("[role=dialog]") !== null) return;
    const field = document.querySelector<HTMLInputElement>('[data-slot="search-box"] input');
    if (field === null) return;
    event.preventDefault();
    field.focus();
  });
}
