/** A validation issue with the path of its field. */
export type FormIssue = { path: readonly PropertyKey[]; message: string };

/**
 * Focuses the first control with an issue. A control is found by its `name` or `data-field`, and
 * counts only if its message is visible.
 * @returns issues without a visible control, which the form must show itself
 */
export function focusFirstIssue(form: HTMLElement, issues: readonly FormIssue[]): FormIssue[] {
  const controls = [...form.querySelectorAll<HTMLElement>("[name], [data-field]")];
  const controlOf = ({ path, message }: FormIssue) => {
    const name = path.map(String).join(".");
    return controls.find(
      (own) =>
        (own.dataset.field ?? own.getAttribute("name")) === name &&
        own.checkVisibility() &&
        isDescribed(own, message),
    );
  };
  const named = new Set(issues.map(controlOf));
  focusIn(controls.find((control) => named.has(control)));
  return issues.filter((issue) => controlOf(issue) === undefined);
}

const FOCUSABLE = "input, select, textarea, button, [tabindex]";

function focusIn(control: HTMLElement | undefined): void {
  if (control === undefined) return;
  const inner = [control, ...control.querySelectorAll<HTMLElement>(FOCUSABLE)];
  inner
    .find((own) => own.matches(FOCUSABLE) && own.checkVisibility() && !own.matches(":disabled"))
    ?.focus();
}

function isDescribed(control: HTMLElement, message: string): boolean {
  const ids = control.getAttribute("aria-describedby")?.split(/\s+/) ?? [];
  return ids.some((id) => {
    const note = document.getElementById(id);
    return note?.checkVisibility() && note.textContent?.includes(message);
  });
}
