import "@/lib/shared/guard-fetch";
import { render } from "@/lib/doctor/finding";
import { runChecks } from "@/lib/doctor/run-checks";
import { readArgs } from "./read-args";

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
