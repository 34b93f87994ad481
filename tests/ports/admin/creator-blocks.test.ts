import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestDatabase } from "../../setup/database/postgres";
import { createLonelyContext } from "../support/open-pipeline";

let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

it("dates the block of a creator by the last decision", async () => {
  const { moderation } = createLonelyContext({ DATABASE_URL: database.url });
  const creator = { type: "twitter", value: "ada" } as const;
  const block = (reason: "scam" | "illegal") =>
    database.db.transaction((tx) => moderation.setCreator(tx, creator, reason));
  await block("scam");
  await database.db.$client.query("update moderation.creators set at = now() - interval '2 days'");
  expect(await block("illegal")).toBe("scam");
  const [blocked] = (await moderation.listDecisions(creator.value)).creators;
  expect(blocked?.reason).toBe("illegal");
  expect(Date.now() - (blocked?.at.getTime() ?? 0)).toBeLessThan(60_000);
});
