/**
 * The key `/` focuses the search field, except in fields and dialogs. That needs no hydration, so it
 * runs as an inline script like `holdEarlyPresses`, and uses nothing outside its own body.
 */
export function focusSearchOnSlash(): void {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.metaKey || event.ctrlKey) return;
    const { target } = event;
    const isElsewhere =
      target instanceof HTMLElement &&
      (target.isContentEditable ||
        target.closest("input, textarea, select, [role=dialog]") !== null);
    if (isElsewhere) return;
    const field = document.querySelector<HTMLInputElement>('[data-slot="search-box"] input');
    if (field === null) return;
    event.preventDefault();
    field.focus();
  });
}
