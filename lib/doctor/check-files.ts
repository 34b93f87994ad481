import { readFileSync } from "node:fs";
import { readAlertRules } from "@/lib/drivers/alerts/read-alert-rules";
import { readBrand } from "@/lib/drivers/brand/read-brand";
import { readLegalPages } from "@/lib/drivers/legal/read-legal-pages";
import type { Env } from "@/lib/env";
import { parseBlockList } from "@/lib/features/moderation/rules/block-list";
import { type Finding, fatal, ok } from "./finding";

type FileVariable = "BRAND_FOLDER" | "LEGAL_FOLDER" | "BLOCKLIST_FILE" | "ALERT_RULES";

/** Reads the operator's files as a server does at its start. None may be missing or wrong then. */
export function checkFiles(env: Env): Finding[] {
  const check = (
    variable: FileVariable,
    path: string | undefined,
    read: (path: string) => unknown,
  ): Finding[] => {
    if (path === undefined) return [];
    const of = { check: "files", variable };
    try {
      read(path);
      return [ok({ ...of, found: path })];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const found = `${path} cannot be used: ${reason.replaceAll(/\s+/g, " ")}`;
      return [fatal({ ...of, found, remedy: "Correct the file, or unset the variable" })];
    }
  };
  const { ALERT_EMAILS, ALERT_SLACK_URL, ALERT_TELEGRAM_TOKEN } = env;
  const hasAlerts = ALERT_EMAILS.length > 0 || Boolean(ALERT_SLACK_URL ?? ALERT_TELEGRAM_TOKEN);
  return [
    ...check("BRAND_FOLDER", env.BRAND_FOLDER, readBrand),
    ...check("LEGAL_FOLDER", env.LEGAL_FOLDER, readLegalPages),
    ...check("BLOCKLIST_FILE", env.BLOCKLIST_FILE, (path) =>
      parseBlockList(readFileSync(path, "utf8")),
    ),
    ...check("ALERT_RULES", hasAlerts ? env.ALERT_RULES : undefined, readAlertRules),
  ];
}
