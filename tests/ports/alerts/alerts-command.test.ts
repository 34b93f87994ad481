import { expect, it, onTestFinished } from "vitest";
import { childEnv } from "@/lib/env";
import { bundleProgram } from "../../setup/bundle";
import { runProgram } from "../../setup/run-program";
import { startScriptedServer } from "../../setup/servers/scripted-server";

it.each([
  // Nothing listens on this port.
  [
    "an unreachable mail server",
    { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "launch@example.com" },
    /ECONNREFUSED/,
  ],
  ["no mail server", { SMTP_URL: undefined }, /SMTP_URL/],
])("sends a test message with %s and without a database", async (_, mail, reason) => {
  const slack = await startScriptedServer([{ body: "ok" }]);
  onTestFinished(() => slack.stop());
  const variables = {
    DATABASE_URL: undefined,
    SERVER_WALLET_PRIVATE_KEY: undefined,
    ALERT_SLACK_URL: slack.baseUrl,
    ALERT_EMAILS: "ops@example.com",
    ...mail,
  };
  const program = await bundleProgram("lib/commands/alerts.ts");
  const { code, stdout, stderr } = await runProgram([program], { ...childEnv({}), ...variables });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  const [, failure] = /^email ops@example\.com: failed: (.*)$/m.exec(stdout) ?? [];
  expect(failure).toMatch(reason);
  expect(stdout).toMatch(/^slack: sent$/m);
  expect(slack.seen).toHaveLength(1);
});
