import { beforeAll, describe, expect, inject, it } from "vitest";
import { FAMILIES } from "../../clients/families";
import { type Fixture, prepareFixture } from "../../clients/prepare-fixture";
import { hasPython, runFamily } from "../../clients/run-family";

const SECONDS = 240;

/** Programs written like existing clients; `npm run test:clients` also runs those with packages. */
describe.concurrent("client families", () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await prepareFixture(inject("baseUrl"));
    if (!hasPython) process.stdout.write("API seller skipped: Python 3.8 or newer is missing\n");
  });

  it.concurrent.each(FAMILIES.filter(({ language }) => language === "node"))(
    "$name: every action succeeds",
    { timeout: SECONDS * 1000 },
    async (family) => {
      const results = await runFamily(family, fixture);
      expect(results.filter(({ error }) => error !== null)).toEqual([]);
    },
  );

  describe.skipIf(!hasPython)("in Python", () => {
    it.each(FAMILIES.filter(({ language }) => language === "python"))(
      "$name: every action succeeds",
      { timeout: SECONDS * 1000 },
      async (family) => {
        const results = await runFamily(family, fixture);
        expect(results.filter(({ error }) => error !== null)).toEqual([]);
      },
    );
  });
});
