import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf } from "../faults/component";
import { type Installation, REAL, type RealName, startInstallation } from "../faults/installation";
import { createMeter, HEADER, type Meter, totalOf } from "../faults/measure";
import { findPostgresPrograms } from "../setup/database/system-postgres";
import { hasProgram } from "../setup/find-program";
import { hasRedis } from "../setup/servers/start-redis";
import { hasInngest } from "./start-inngest";

/**
 * The faults of `npm run test:faults` on the real components that are installed. Components without
 * a program on this machine are skipped, with a line each, and embedded beside the others.
 */
const FAULT_MS = 5_000;
const ROW_MS = 240_000;

const program = (name: string) =>
  hasProgram({ name, versionFlag: "--version", install: "see docs/faults.md" });

function hasPostgres(): boolean {
  if (findPostgresPrograms() !== null) return true;
  process.stdout.write(
    "SKIPPED: PostgreSQL is not installed (apt-get install postgresql), so its tests do not run.\n",
  );
  return false;
}

const INSTALLED: Record<RealName, boolean> = {
  postgres: hasPostgres(),
  redis: hasRedis(),
  inngest: hasInngest(),
  kubo: program("ipfs"),
  minio: program("minio"),
};
const installed = REAL.filter((name) => INSTALLED[name]);
/** With a Kubo node, images are not in the bucket. */
const SUITES: { title: string; names: RealName[]; real: RealName[] }[] = [
  {
    title: "real components",
    names: ["postgres", "redis", "inngest", "kubo"],
    real: installed,
  },
  {
    title: "a real bucket",
    names: ["minio"],
    real: installed.filter((name) => name !== "kubo"),
  },
];

describe.each(SUITES)("faults of $title", ({ names, real }) => {
  const tested = names.filter((name) => real.includes(name));
  describe.skipIf(tested.length === 0)("an installation", () => {
    let installation: Installation;
    let meter: Meter;
    beforeAll(async () => {
      installation = await startInstallation(new Set(real));
      meter = createMeter(installation, FAULT_MS);
      process.stdout.write(`${HEADER.join("\n")}\n`);
    });
    afterAll(() => installation?.stop());

    it.each(tested)(
      "recovers from those of %s and serves no wrong bytes",
      {
        timeout: 4 * ROW_MS,
      },
      async (name) => {
        const component = installation.components[name];
        if (component === undefined) throw new Error(`${name} is not a component`);
        for (const fault of faultsOf(component)) {
          const { text, recoveryMs, wrongBytes } = await meter.measure(component, fault);
          process.stdout.write(`${text}\n`);
          expect(recoveryMs, text).not.toBeNull();
          expect(wrongBytes, text).toBe(0);
        }
      },
    );

    it("loses no launch and does none twice", async () => {
      const compared = await meter.compare();
      process.stdout.write(`${totalOf(compared)}\n`);
      expect(compared).toMatchObject({ lost: 0, double: 0 });
    });
  });
});
