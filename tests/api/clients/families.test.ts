import { beforeAll, describe, expect, inject, it } from "vitest";
import { FAMILIES } from "../../clients/families";
import { prepareWorld, type World } from "../../clients/prepare-world";
import { hasPython, runFamily } from "../../clients/run-family";

const SECONDS = 240;

/** Programs written as existing clients are; `npm run test:clients` runs those with packages too. */
describe.concurrent("client families", () => {
  let world: World;
  beforeAll(async () => {
    world = await prepareWorld(inject("baseUrl"));
    if (!hasPython) process.stdout.write("API seller skipped: Python 3.8 or newer is missing\n");
  });

  it.concurrent.each(FAMILIES.filter(({ language }) => language === "node"))(
    "$name: every action succeeds",
    { timeout: SECONDS * 1000 },
    async (family) => {
      const results = await runFamily(family, world);
      expect(results.filter(({ error }) => error !== null)).toEqual([]);
    },
  );

  describe.skipIf(!hasPython)("in Python", () => {
    it.each(FAMILIES.filter(({ language }) => language === "python"))(
      "$name: every action succeeds",
      { timeout: SECONDS * 1000 },
      async (family) => {
        const results = await runFamily(family, world);
        expect(results.filter(({ error }) => error !== null)).toEqual([]);
      },
    );
  });
});
