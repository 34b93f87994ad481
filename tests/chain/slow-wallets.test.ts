import { afterAll, beforeAll, expect, it } from "vitest";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { createFeeSplitManager } from "@/lib/features/managers/create-fee-split-manager";
import { resolveInTime } from "@/lib/features/managers/resolve-in-time";
import { feeSplitManagerRequest } from "@/lib/features/managers/schema";
import { transactions } from "@/lib/features/transactions/store/tables";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { AppError } from "@/lib/shared/errors";
import { launchBody } from "../setup/api/launch-body";
import { createServiceFixture, type ServiceFixture } from "../setup/stack/create-service-fixture";
import { ownInput } from "../setup/stack/own-input";
import { X_BEARER_TOKEN } from "../setup/wallet-vendors/fake-names";
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
  const input = ownInput(request);
  await expect(submitLaunch({ ctx, input })).rejects.toMatchObject({
    code: "dependency_unavailable",
    status: 503,
  });
  expect(await fixture.db.select().from(transactions)).toEqual([]);
}, 40_000);

it("counts each username that is looked up at X, and not those that the server has cached", async () => {
  const ctx = fixture.newContext({ X_BEARER_TOKEN, X_API_URL: vendors.xUrl });
  const recipients = Array.from({ length: 20 }, (_, i) => ({
    type: "twitter",
    id: `counted_${i}`,
  }));
  for (const [index, { id }] of recipients.entries()) {
    vendors.names.xUsers.set(id, { id: `77${index}`, username: id, name: id });
  }
  const create = async (quota: number) => {
    let lookups = 0;
    const limit = async (policy: LimitPolicyName) => {
      if (policy === "lookup" && ++lookups > quota) throw new AppError("rate_limited");
    };
    const split = recipients.map((one) => ({ ...one, split: "500000" }));
    const body = { recipients: split, ownerAddress: fixture.trader.address };
    const request = feeSplitManagerRequest.parse(body);
    const input = { ...ownInput(request), limit };
    const created = await createFeeSplitManager({ ctx, input }).catch((error: unknown) => error);
    return { created, lookups };
  };
  const before = vendors.requests.length;
  expect((await create(4)).created).toMatchObject({ code: "rate_limited" });
  expect(vendors.requests.length - before).toBe(4);
  expect(await create(100)).toMatchObject({ created: { totalRecipients: 20 }, lookups: 16 });
  expect(await create(0)).toMatchObject({ created: { totalRecipients: 20 }, lookups: 0 });
});

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
