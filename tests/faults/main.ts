import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { faultsOf } from "./component";
import { startInstallation } from "./installation";
import { createMeter, HEADER, totalOf } from "./measure";

/**
 * Kills, pauses and slows each component of an installation, and lets it lie. Prints what a reader,
 * a launcher, a creator who waits for a launch, and users of images see, how long recovery takes,
 * and what was lost or done twice. `npm run test:faults -- --seconds 30 --write` writes the table
 * to docs/faults.md; `--only moderation,chain` disturbs some components.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    only: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const only = values.only?.split(",");
const installation = await startInstallation(new Set());
try {
  const unknown = (only ?? []).filter((key) => !(key in installation.components));
  if (unknown.length > 0) {
    const known = Object.keys(installation.components).join(", ");
    throw new Error(`--only: ${unknown.join(", ")}; there are ${known}`);
  }
  const meter = createMeter(installation, Number(values.seconds) * 1_000);
  const rows: string[] = [];
  let isRight = true;
  process.stdout.write(`${HEADER.join("\n")}\n`);
  for (const [key, component] of Object.entries(installation.components)) {
    if (only !== undefined && !only.includes(key)) continue;
    for (const fault of faultsOf(component)) {
      const { text, recoveryMs, wrongBytes } = await meter.measure(component, fault);
      process.stdout.write(`${text}\n`);
      rows.push(text);
      isRight &&= recoveryMs !== null && wrongBytes === 0;
    }
  }
  const compared = await meter.compare();
  const total = totalOf(compared);
  process.stdout.write(`${total}\n`);
  if (values.write) {
    const page = await readFile("docs/faults.md", "utf8");
    const [begin, end] = ["<!-- table -->", "<!-- /table -->"];
    const table = [begin, "", ...HEADER, ...rows, "", total, "", end].join("\n");
    const after = page.slice(page.indexOf(end) + end.length);
    await writeFile("docs/faults.md", `${page.slice(0, page.indexOf(begin))}${table}${after}`);
  }
  process.exitCode = isRight && compared.lost === 0 && compared.double === 0 ? 0 : 1;
} finally {
  await installation.stop();
}
