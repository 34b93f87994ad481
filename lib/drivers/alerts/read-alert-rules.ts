import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { type AlertRule, requireEvaluable } from "@/lib/features/alerts/rules/alert-rule";

const file = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().regex(/^\d+m$/, "must be whole minutes, for example 5m"),
          labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
          annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

/**
 * Reads alert rules as Prometheus does.
 * @throws Error for a file that is missing or does not match the schema, and for a rule that cannot be evaluated
 */
export function readAlertRules(path: string): AlertRule[] {
  const { groups } = file.parse(parse(readFileSync(/* turbopackIgnore: true */ path, "utf8")));
  const all = groups.flatMap(({ rules }): AlertRule[] =>
    rules.map(({ alert, expr, for: time, labels, annotations }) => ({
      name: alert,
      expr,
      minutes: Number(time.slice(0, -1)),
      severity: labels.severity,
      ...annotations,
    })),
  );
  // At the start, because a rule that fails later would stop the evaluation of all others.
  for (const rule of all) requireEvaluable(rule);
  return all;
}
