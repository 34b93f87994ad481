import { getAddress } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRevenueManager } from "@/lib/features/managers/create-revenue-manager";
import { revenueManagerRequest } from "@/lib/features/managers/schema";
import type { LimitPolicyName } from "@/lib/operations/limits";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";

const CHAIN = "base-sepolia";
const [FIRST, SECOND] = [
  "0x00000000000000000000000000000000000000A1",
  "0x00000000000000000000000000000000000000A2",
] as const;

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await createServiceFixture();
});
afterAll(() => fixture.stop());

function create(recipientAddress: string, counted: LimitPolicyName[] = []) {
  const request = revenueManagerRequest.parse({ protocolFee: 100, recipientAddress });
  const limit = async (policy: LimitPolicyName) => {
    counted.push(policy);
  };
  const input = { chain: CHAIN, request, idempotencyKey: "used-again", limit } as const;
  return createRevenueManager({ ctx: fixture.ctx, input });
}

describe("an Idempotency-Key that is reused after 24 hours", () => {
  it("creates the manager of the second body and returns an address with code", async () => {
    const first = await create(FIRST);
    await fixture.ctx.idempotency.forgetBefore(new Date(Date.now() + 1_000));
    const second = await create(SECOND);
    expect(second.recipientAddress).toBe(getAddress(SECOND));
    expect(second.managerAddress).not.toBe(first.managerAddress);
    expect(second.txHash).not.toBe(first.txHash);
    for (const { managerAddress } of [first, second]) {
      const code = await fixture.chain.client.getCode({ address: managerAddress });
      expect(code?.length ?? 0).toBeGreaterThan(2);
    }
  });

  it("counts a replay against the limit of dry runs and replays", async () => {
    const counted: LimitPolicyName[] = [];
    const again = await create(SECOND, counted);
    expect(again.recipientAddress).toBe(getAddress(SECOND));
    expect(counted).toEqual(["dryRun"]);
  });
});
