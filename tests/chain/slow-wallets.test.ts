import { afterAll, beforeAll, expect, it } from "vitest";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { resolveInTime } from "@/lib/features/managers/resolve-in-time";
import { transactions } from "@/lib/features/transactions/store/tables";
import { launchBody } from "../setup/api/launch-body";
import { createServiceFixture, type ServiceFixture } from "../setup/stack/create-service-fixture";
import { PRIVY_APP_ID, PRIVY_APP_SECRET } from "../setup/wallet-vendors/fake-privy";
import { startWalletVendors } from "../setup/wallet-vendors/start-wallet-vendors";

let fixture: ServiceFixture;
let vendors: Awaited<ReturnType<typeof startWalletVendors>>;
beforeAll(async () => {
  [fixture, vendors] = await Promise.all([createServiceFixture(), startWalletVendors()]);
});
afterAll(async () => {
  // Closed first, so that nothing waits for it.
  await vendors.stop();
  await fixture.stop();
});

it("returns 503 when wallets cannot be resolved, and queues nothing", async () => {
  const ctx = fixture.newContext({
    PRIVY_APP_ID,
    PRIVY_APP_SECRET,
    PRIVY_API_URL: vendors.privyUrl,
  });
  // Accepts every call and never responds.
  const at = "POST /privy/v1/users/email/address";
  vendors.faults.push(...Array.from({ length: 20 }, () => ({ at, cut: "silent" as const })));
  const feeSplitRecipients = Array.from({ length: 10 }, (_, i) => ({
    type: "email",
    id: `slow-${i}@example.com`,
    split: "1000000",
  }));
  const request = launchRequest.parse(launchBody({ feeSplitRecipients }));
  const limit = async () => undefined;
  const input = { chain: "base-sepolia", request, idempotencyKey: null, limit } as const;
  await expect(submitLaunch({ ctx, input })).rejects.toMatchObject({
    code: "dependency_unavailable",
    status: 503,
  });
  expect(await fixture.db.select().from(transactions)).toEqual([]);
}, 40_000);

it("stops waiting at the request timeout, and reports earlier failures", async () => {
  const never = new Promise<never>(() => undefined);
  await expect(resolveInTime(() => never, 1)).rejects.toMatchObject({
    code: "dependency_unavailable",
    retryAfterSeconds: 10,
  });
  await expect(resolveInTime(() => Promise.reject(new Error("at once")))).rejects.toThrow(
    "at once",
  );
  expect(await resolveInTime(async () => "found")).toBe("found");
});
