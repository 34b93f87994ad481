import { count, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { idempotencyKeys } from "@/lib/features/idempotency/store/tables";
import { removeExpired } from "@/lib/features/system/remove-expired";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await createServiceFixture();
});
afterAll(() => fixture.stop());

it("reports all errors when two tables cannot be cleared", async () => {
  const fail = (message: string) => () => Promise.reject(new Error(message));
  const { adminStore, outbox } = fixture.ctx;
  const ctx = {
    ...fixture.ctx,
    adminStore: { ...adminStore, removeExpired: fail("first") },
    outbox: { ...outbox, removeSent: fail("second") },
  };
  await expect(removeExpired({ ctx })).rejects.toMatchObject({
    errors: [{ message: "first" }, { message: "second" }],
  });
});

it("removes all other expired rows when one table cannot be cleared, and reports the error", async () => {
  const { ctx, db } = fixture;
  await db.execute(sql`
    insert into launch.idempotency_keys (operation, chain, realm, key, fingerprint, created_at)
    values ('o', 'base', 'live', 'k', 'f', '2026-01-01')`);
  await db.execute(sql`alter table moderation.launches rename to other_launches`);
  await expect(removeExpired({ ctx })).rejects.toThrow("Failed query");
  expect(await db.select({ rows: count() }).from(idempotencyKeys)).toEqual([{ rows: 0 }]);
});
