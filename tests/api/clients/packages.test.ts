import { beforeAll, describe, expect, inject, it } from "vitest";
import { PACKAGE_PROGRAMS } from "../../clients/package-programs";
import { type Fixture, prepareFixture } from "../../clients/prepare-fixture";
import { runPackage, UnreachableRegistry } from "../../clients/run-package";

const SECONDS = 240;

/** Programs whose packages install in seconds; `npm run test:clients` runs all of them. */
describe.concurrent("client programs with packages of the npm registry", () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await prepareFixture(inject("baseUrl"));
  });

  it.concurrent.for(PACKAGE_PROGRAMS.filter(({ isQuick }) => isQuick))(
    "$name: every action succeeds",
    { timeout: SECONDS * 1000 },
    async (program, { skip }) => {
      const results = await runPackage(program, fixture).catch((error: unknown) => {
        if (!(error instanceof UnreachableRegistry)) throw error;
        return skip(error.message);
      });
      expect(results.length).toBeGreaterThan(0);
      expect(results.filter(({ error }) => error !== null)).toEqual([]);
    },
  );
});
