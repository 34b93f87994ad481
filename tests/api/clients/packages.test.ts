import { beforeAll, describe, expect, inject, it } from "vitest";
import { PACKAGE_PROGRAMS } from "../../clients/package-programs";
import { prepareWorld, type World } from "../../clients/prepare-world";
import { runPackage, UnreachableRegistry } from "../../clients/run-package";

const SECONDS = 240;

/** Programs with packages that install in seconds; `npm run test:clients` runs the others too. */
describe.concurrent("client programs with packages of the npm registry", () => {
  let world: World;
  beforeAll(async () => {
    world = await prepareWorld(inject("baseUrl"));
  });

  it.concurrent.each(PACKAGE_PROGRAMS.filter(({ isQuick }) => isQuick))(
    "$name: every action succeeds",
    { timeout: SECONDS * 1000 },
    async (program) => {
      const results = await runPackage(program, world).catch((error: unknown) => {
        if (!(error instanceof UnreachableRegistry)) throw error;
        process.stdout.write(`${program.name} skipped: ${error.message}\n`);
        return null;
      });
      if (results === null) return;
      expect(results.length).toBeGreaterThan(0);
      expect(results.filter(({ error }) => error !== null)).toEqual([]);
    },
  );
});
