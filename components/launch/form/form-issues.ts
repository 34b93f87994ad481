import type { FormIssue } from "@/components/ui/hooks/focus-first-issue";

/** The issue of one field; none when nothing is wrong. */
export function issueAt(path: readonly PropertyKey[], message: string | null): FormIssue[] {
  return message === null ? [] : [{ path, message }];
}

/** The form's own words, and the interface's where the form has none about a field. */
export function mergeIssues(own: readonly FormIssue[], general: readonly FormIssue[]): FormIssue[] {
  const known = new Set(own.map(({ path }) => path[0]));
  const seen = new Set<string>();
  const others = general.filter(({ path }) => {
    const key = path.map(String).join(".");
    const isNew = !known.has(path[0]) && !seen.has(key);
    seen.add(key);
    return isNew;
  });
  return [...own, ...others];
}
