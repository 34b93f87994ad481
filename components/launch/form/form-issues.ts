import type { z } from "zod";
import type { FormIssue } from "@/components/ui/hooks/focus-first-issue";

/** Wraps a validation message as an issue of one field; returns an empty list for null. */
export function issueFor(path: readonly PropertyKey[], message: string | null): FormIssue[] {
  return message === null ? [] : [{ path, message }];
}

/** Merges form issues with API schema issues. For a field with both, the form issue wins. */
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

/** Adds issues to a schema's result, at their paths. */
export function addIssues(ctx: z.RefinementCtx, issues: readonly FormIssue[]): void {
  for (const { path, message } of issues) {
    ctx.addIssue({ code: "custom", path: [...path], message });
  }
}
