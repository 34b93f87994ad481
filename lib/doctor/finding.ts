import { errorText } from "@/lib/shared/text/error-text";

/** Result of one check. A failed one with `stopsStart` prevents the start of a server. */
export type Finding = {
  check: string;
  /** The variable to look at; null if there is none. */
  variable: string | null;
  status: "ok" | "warning" | "failed" | "skipped";
  /** The result, and the expected one if that differs. */
  found: string;
  /** The fix; null if none is needed. */
  remedy: string | null;
  stopsStart: boolean;
};

type Of = Pick<Finding, "check" | "variable" | "found">;

export const ok = (of: Of): Finding => ({ ...of, status: "ok", remedy: null, stopsStart: false });
export const skipped = (of: Of): Finding => ({ ...ok(of), status: "skipped" });
export const warning = (of: Of & { remedy: string }): Finding => ({
  ...of,
  status: "warning",
  stopsStart: false,
});
/** A contradiction that a restart of another service does not solve. */
export const fatal = (of: Of & { remedy: string }): Finding => ({
  ...of,
  status: "failed",
  stopsStart: true,
});
/** A problem that may pass while the server runs: it starts and reports degraded health. */
export const failed = (of: Of & { remedy: string }): Finding => ({
  ...fatal(of),
  stopsStart: false,
});

/** The first line of an error, for the text of a finding. */
export const textOf = (error: unknown): string => errorText(error).split("\n", 1)[0] ?? "";

const MARKS = { ok: "ok     ", warning: "warning", failed: "FAILED ", skipped: "-      " } as const;

/** One line of text per finding, and one per remedy. */
export function render(findings: readonly Finding[]): string {
  return findings.map((finding) => `${MARKS[finding.status]} ${describe(finding)}`).join("\n");
}

/** A finding as one sentence with its remedy. */
export function describe({ check, variable, found, remedy }: Finding): string {
  const subject = variable === null ? check : `${check} (${variable})`;
  return remedy === null ? `${subject}: ${found}` : `${subject}: ${found}. ${remedy}`;
}
