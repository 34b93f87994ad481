import type { AlertChannel } from "@/lib/drivers/alerts/alert-channel";
import { createAlertChannels } from "@/lib/drivers/alerts/create-alert-channels";
import { readAlertRules } from "@/lib/drivers/alerts/read-alert-rules";
import type { Mailer } from "@/lib/drivers/mail/mailer";
import type { Env } from "@/lib/env";
import type { AlertRule } from "@/lib/features/alerts/rules/alert-rule";
import { type AlertStore, createAlertStore } from "@/lib/features/alerts/store/create-alert-store";
import type { Connections } from "./connections";
import type { Core } from "./core";

/** Alerts for the operator. */
export type AlertModule = {
  alerts: AlertStore;
  /** Empty if none is configured. */
  alertChannels: readonly AlertChannel[];
  /** @throws Error when the file is missing or wrong */
  alertRules(): AlertRule[];
};

export function createAlertModule(
  { env, clock }: Pick<Core, "env" | "clock">,
  { db }: Connections,
  mailer: Mailer | null,
): AlertModule {
  return {
    alerts: createAlertStore(db, clock.now),
    ...openAlerts(env, mailer),
  };
}

/** The channels and rules, which need no database. */
export function openAlerts(
  env: Env,
  mailer: Mailer | null,
): Pick<AlertModule, "alertChannels" | "alertRules"> {
  return {
    alertChannels: createAlertChannels({
      mailer,
      emails: env.ALERT_EMAILS,
      slackUrl: env.ALERT_SLACK_URL ?? null,
      telegram: telegramOf(env),
    }),
    alertRules: () => readAlertRules(env.ALERT_RULES),
  };
}

function telegramOf(env: Env): Parameters<typeof createAlertChannels>[0]["telegram"] {
  const { ALERT_TELEGRAM_API_URL: apiUrl, ALERT_TELEGRAM_TOKEN: token } = env;
  const { ALERT_TELEGRAM_CHAT: chatId } = env;
  if (token === undefined || chatId === undefined) return null;
  return { apiUrl, token, chatId };
}
