import "@/lib/shared/guard-fetch";
import { openAlerts } from "@/lib/context/alerts";
import { openConnections } from "@/lib/context/connections";
import { createMailer, createUserModule } from "@/lib/context/users";
import { textOf } from "@/lib/doctor/finding";
import type { Mailer } from "@/lib/drivers/mail/mailer";
import { type Env, EnvError, readEnv } from "@/lib/env";
import { testAlerts } from "@/lib/features/alerts/test-alerts";
import { createLog } from "@/lib/log";
import { readArgs } from "./read-args";

const USAGE = `Usage: npm run alerts

Sends a test message to each channel for alerts.`;

readArgs({ options: {} }, USAGE);
const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Only the sandbox's mailbox needs the database; all other channels are tested without one. */
function openMailer(env: Env): Mailer | null {
  const hasMailbox = env.SMTP_URL === undefined && env.DATABASE_URL !== undefined;
  if (!hasMailbox || env.ALERT_EMAILS.length === 0) return createMailer(env);
  const core = { env, log: createLog(env, "alerts"), clock: { now: () => new Date() } };
  return createUserModule(core, openConnections(core)).mailer;
}

async function main(): Promise<void> {
  const env = readEnv();
  const ctx = { env, ...openAlerts(env, openMailer(env)) };
  print(`${ctx.alertRules().length} rules in ${env.ALERT_RULES}`);
  const results = await testAlerts({ ctx });
  if (results.length === 0) {
    print("No channel is configured: set ALERT_EMAILS, ALERT_SLACK_URL or ALERT_TELEGRAM_TOKEN.");
    process.exit(1);
  }
  for (const { channel, error } of results)
    print(`${channel}: ${error === null ? "sent" : `failed: ${textOf(error)}`}`);
  process.exit(results.some(({ error }) => error !== null) ? 1 : 0);
}

main().catch((err: unknown) => {
  process.stderr.write(`${err instanceof EnvError ? err.message : textOf(err)}\n`);
  process.exit(1);
});
