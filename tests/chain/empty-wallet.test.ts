import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { transactions } from "@/lib/features/transactions/store/tables";
import { launchBody } from "../setup/api/launch-body";
import { createServiceFixture, type ServiceFixture } from "../setup/stack/create-service-fixture";
import { ownInput } from "../setup/stack/own-input";

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await createServiceFixture();
});
afterAll(() => fixture.stop());

it.each([
  ["the default budget", {}],
  ["a configured budget", { GAS_BUDGET_WEI_PER_HOUR: "9".repeat(20) }],
])("refuses a launch with 503 while the server wallet has no ETH, with %s", async (_, budget) => {
  const key = generatePrivateKey();
  const ctx = fixture.newContext({ SERVER_WALLET_PRIVATE_KEY: key, ...budget });
  const request = launchRequest.parse(launchBody({ creatorEmail: undefined }));
  const input = ownInput(request);
  await expect(submitLaunch({ ctx, input })).rejects.toMatchObject({
    code: "budget_exhausted",
    status: 503,
    message: "The service has no ETH for gas on Base Sepolia. Nothing was queued or sent.",
    retryAfterSeconds: 60,
  });
  expect(await fixture.db.select().from(transactions)).toEqual([]);
});

it("refuses a launch with 503 while the owner has not allowed the server wallet", async () => {
  const key = generatePrivateKey();
  await fixture.chain.fund(privateKeyToAddress(key));
  const ctx = fixture.newContext({ SERVER_WALLET_PRIVATE_KEY: key });
  const request = launchRequest.parse(launchBody({ creatorEmail: undefined }));
  const input = ownInput(request);
  await expect(submitLaunch({ ctx, input })).rejects.toMatchObject({
    code: "wallet_blocked",
    status: 503,
    message: expect.stringContaining("may not launch until the operator allows it"),
  });
  expect(await fixture.db.select().from(transactions)).toEqual([]);
});
