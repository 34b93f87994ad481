import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import type { AlertRule } from "@/lib/features/alerts/rules/alert-rule";

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
 * @throws Error for a file that is missing or does not match the schema
 */
export function readAlertRules(path: string): AlertRule[] {
  const { groups } = file.parse(parse(readFileSync(/* turbopackIgnore: true */ path, "utf8")));
  return groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr, for: time, labels, annotations }) => ({
      name: alert,
      expr,
      minutes: Number(time.slice(0, -1)),
      severity: labels.severity,
      ...annotations,
    })),
  );
}
