import { z } from "zod";
import { emailAddress } from "../email-address";
import { credential, list, url } from "./values";

/** Alert channels of installations without Prometheus. */
export const alertVariables = {
  ALERT_EMAILS: list
    .pipe(z.array(emailAddress("must be email addresses")))
    .default([])
    .meta({
      example: "ops@example.com,night@example.com",
      topic: "alerts",
      description: "Email addresses that get alerts; needs `SMTP_URL`.",
    }),
  ALERT_SLACK_URL: url.optional().meta({
    example: "https://hooks.slack.com/services/T000/B000/XXXX",
    topic: "alerts",
    description:
      "Incoming webhook of Slack, or of a service that accepts the same format (Mattermost, Discord with `/slack`).",
  }),
  ALERT_TELEGRAM_TOKEN: credential.optional().meta({
    example: "123456:ABC-DEF",
    topic: "alerts",
    description: "Token of a Telegram bot.",
  }),
  ALERT_TELEGRAM_CHAT: credential.optional().meta({
    example: "-1001234567890",
    topic: "alerts",
    description: "Chat to which the bot sends alerts.",
  }),
  ALERT_TELEGRAM_API_URL: url.default("https://api.telegram.org").meta({
    example: "https://api.telegram.org",
    topic: "alerts",
    description: "Telegram API URL, if you use a proxy.",
  }),
  ALERT_RULES: z.string().min(1).default("ops/prometheus/slipway.rules.yml").meta({
    example: "ops/prometheus/slipway.rules.yml",
    topic: "alerts",
    description: "The rules: the file that Prometheus reads too.",
  }),
};
