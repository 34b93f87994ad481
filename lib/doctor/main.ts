import "@/lib/shared/guard-fetch";
import { readArgs } from "@/lib/support/commands/read-args";
import { render } from "./finding";
import { runChecks } from "./run-checks";

const USAGE = `Usage: npm run doctor [-- --json]

Checks the configuration and the services that it names. Exit code 1 if a check failed.`;

const { values } = readArgs({ options: { json: { type: "boolean", default: false } } }, USAGE);
const findings = await runChecks();
const hasFailed = findings.some(({ status }) => status === "failed");
process.stdout.write(
  values.json
    ? `${JSON.stringify({ ok: !hasFailed, findings }, null, 2)}\n`
    : `${render(findings)}\n`,
);
process.exitCode = hasFailed ? 1 : 0;
