import "@/lib/shared/guard-fetch";
import { parseArgs } from "node:util";
import { render } from "./finding";
import { runChecks } from "./run-checks";

/** `npm run doctor [-- --json]`: exit code 1 if a check failed. */
const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
const findings = await runChecks();
const hasFailed = findings.some(({ status }) => status === "failed");
process.stdout.write(
  values.json
    ? `${JSON.stringify({ ok: !hasFailed, findings }, null, 2)}\n`
    : `${render(findings)}\n`,
);
process.exitCode = hasFailed ? 1 : 0;
