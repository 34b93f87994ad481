import { limitHost } from "@/lib/support/calls/limit-host";
import type { Mailer } from "../mail/mailer";
import type { AlertChannel } from "./alert-channel";

const TIMEOUT_MS = 10_000;

/** The channels that are configured. */
export function createAlertChannels(options: {
  /** Null when no email is configured. */
  mailer: Mailer | null;
  emails: readonly string[];
  slackUrl: string | null;
  telegram: { apiUrl: string; token: string; chatId: string } | null;
}): AlertChannel[] {
  const { mailer, emails, slackUrl, telegram } = options;
  const channels: AlertChannel[] = emails.map((to) => ({
    name: `email ${to}`,
    async send(text) {
      if (mailer === null) throw new Error("ALERT_EMAILS needs SMTP_URL");
      const [subject = ""] = text.split("\n");
      await mailer.send({ to, subject, text });
    },
  }));
  if (slackUrl !== null)
    channels.push({ name: "slack", send: (text) => post(slackUrl, { text: text.trim() }) });
  if (telegram !== null) {
    const { apiUrl, token, chatId } = telegram;
    const url = `${apiUrl.replace(/\/$/, "")}/bot${token}/sendMessage`;
    const options = { chat_id: chatId, link_preview_options: { is_disabled: true } };
    channels.push({
      name: "telegram",
      send: (text) => post(url, { ...options, text: text.trim() }),
    });
  }
  return channels;
}

/** Errors do not name the URL, which is a secret. */
async function post(url: string, body: Record<string, unknown>): Promise<void> {
  const limit = limitHost(new URL(url), TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: limit.signal,
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`status ${response.status}`);
  } finally {
    limit.end();
  }
}
