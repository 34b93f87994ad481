import type { FormIssue } from "@/components/ui/hooks/focus-first-issue";

/** The issue of a draft whose image or video is still being uploaded. */
export const UNFINISHED_UPLOAD: FormIssue = {
  path: ["media"],
  message: "An upload is not finished. Wait until it is, or cancel it.",
};

/** Adds the unfinished upload to the issues of a draft, because it still changes the draft. */
export function withUpload(issues: readonly FormIssue[], isUnfinished: boolean): FormIssue[] {
  return isUnfinished
    ? [UNFINISHED_UPLOAD, ...issues.filter(({ path }) => path[0] !== "media")]
    : [...issues];
}
