import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { idempotencyKeys } from "@/lib/features/idempotency/store/tables";
import { prepareLaunch } from "@/lib/features/launch/prepare-launch";
import { prepareLaunchRequest } from "@/lib/features/launch/schema/prepare";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { createFeeSplitManager } from "@/lib/features/managers/create-fee-split-manager";
import { feeSplitManagerRequest } from "@/lib/features/managers/schema";
import { signedTransactions, transactions } from "@/lib/features/transactions/store/tables";
import { managedWallets } from "@/lib/features/users/store/wallet-tables";
import { launchBody } from "../../setup/api/launch-body";
import { startScriptedServer } from "../../setup/servers/scripted-server";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { noLimit } from "../../setup/stack/own-input";

const CHAIN = "base-sepolia";
const OWN = "0x00000000000000000000000000000000000000A1";

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await createServiceFixture();
});
afterAll(() => fixture.stop());

const shared = {
  chain: CHAIN,
  idempotencyKey: null,
  caller: null,
  limit: noLimit,
} as const;
const submit = (body: Record<string, unknown>) =>
  submitLaunch({
    ctx: fixture.ctx,
    input: { ...shared, request: launchRequest.parse(launchBody(body)) },
  });
const people = (n: number) =>
  Array.from({ length: 100 }, (_, i) => ({ type: "email", id: `stranger-${n}-${i}@example.com` }));

async function expectNothingKept(): Promise<void> {
  for (const table of [managedWallets, transactions, signedTransactions, idempotencyKeys]) {
    expect(await fixture.db.select().from(table)).toEqual([]);
  }
}

describe("a caller who names hundreds of recipients and launches nothing", () => {
  it("creates no wallet with dry runs", async () => {
    for (let n = 0; n < 5; n += 1) {
      const creatorEmail = `creator-${n}@example.com`;
      const answer = await submit({ creatorEmail, feeSplitRecipients: people(n), dryRun: true });
      expect(answer).toMatchObject({
        dryRun: true,
        walletProvider: { type: "email", address: null },
      });
    }
    await expectNothingKept();
  });

  it("creates no wallet with a manager request whose recipients are rejected", async () => {
    const split = [{ type: "wallet", id: OWN }, ...people(8).slice(1)];
    const request = {
      ...feeSplitManagerRequest.parse({ recipients: split, ownerEmail: "owner@example.com" }),
    };
    const [first] = request.recipients;
    if (first === undefined) throw new Error("no recipient");
    // Bypasses the schema, like two spellings that resolve to one wallet.
    request.recipients = [...request.recipients.slice(1), first, first];
    await expect(
      createFeeSplitManager({ ctx: fixture.ctx, input: { ...shared, request } }),
    ).rejects.toMatchObject({ code: "duplicate_recipients" });
    await expectNothingKept();
  });

  it("creates no wallet when one of the people, in any role, is rejected", async () => {
    const registry = await startScriptedServer([{ status: 404, body: {} }]);
    onTestFinished(() => registry.stop());
    const ctx = fixture.newContext({ FARCASTER_NAMES_URL: registry.baseUrl });
    const nobody = { type: "farcaster", id: "nobody_has_it" };
    const split = people(9).slice(0, 9);
    const managers = [
      { recipients: split, ownerFarcasterUsername: nobody.id },
      { recipients: [...split, nobody], ownerEmail: "owner@example.com" },
    ];
    for (const manager of managers) {
      const request = feeSplitManagerRequest.parse(manager);
      const created = createFeeSplitManager({ ctx, input: { ...shared, request } });
      await expect(created).rejects.toMatchObject({ code: "invalid_body" });
    }
    const launch = launchBody({
      creatorEmail: "creator@example.com",
      feeSplitRecipients: [...split, nobody],
    });
    const request = launchRequest.parse(launch);
    const submitted = submitLaunch({ ctx, input: { ...shared, request } });
    await expect(submitted).rejects.toMatchObject({ code: "invalid_body" });
    await expectNothingKept();
    // Each lookup costs: the answer is remembered for a while.
    expect(registry.seen).toHaveLength(1);
  });

  it("learns from a dry run which people the launch would refuse", async () => {
    const registry = await startScriptedServer([{ status: 404, body: {} }]);
    onTestFinished(() => registry.stop());
    const ctx = fixture.newContext({ FARCASTER_NAMES_URL: registry.baseUrl });
    const body = { creatorEmail: undefined, creatorFarcasterUsername: "nobody_at_all" };
    const request = launchRequest.parse(launchBody({ ...body, dryRun: true }));
    await expect(submitLaunch({ ctx, input: { ...shared, request } })).rejects.toMatchObject({
      code: "invalid_body",
    });
    await registry.stop();
    const unknown = { ...body, creatorFarcasterUsername: "somebody_else", dryRun: true };
    const offline = launchRequest.parse(launchBody(unknown));
    expect(await submitLaunch({ ctx, input: { ...shared, request: offline } })).toMatchObject({
      dryRun: true,
      walletProvider: { type: "farcaster", address: null },
    });
    await expectNothingKept();
  });

  it("has no launch counted for people or a first buy that are refused", async () => {
    const registry = await startScriptedServer([{ status: 404, body: {} }]);
    onTestFinished(() => registry.stop());
    const ctx = fixture.newContext({ FARCASTER_NAMES_URL: registry.baseUrl });
    const counted: string[] = [];
    const limit = async (policy: string) => void counted.push(policy);
    const person = { creatorEmail: undefined, creatorFarcasterUsername: "not_anybody" };
    const submitted = submitLaunch({
      ctx,
      input: { ...shared, limit, request: launchRequest.parse(launchBody(person)) },
    });
    await expect(submitted).rejects.toMatchObject({ code: "invalid_body" });
    expect(counted).toEqual(["dryRun", "lookup"]);
    counted.length = 0;
    const buy = { creatorEmail: undefined, from: OWN, firstBuyWei: "9".repeat(24) };
    const request = prepareLaunchRequest.parse(launchBody(buy));
    const prepared = prepareLaunch({ ctx, input: { ...shared, limit, request } });
    await expect(prepared).rejects.toMatchObject({ code: "invalid_body" });
    expect(counted).toEqual(["dryRun"]);
    await expectNothingKept();
  });

  it("still receives the wallet of a user who has one", async () => {
    const wallet = await fixture.ctx.wallets.resolve({ type: "email", id: "known@example.com" });
    const answer = await submit({ creatorEmail: "known@example.com", dryRun: true });
    expect(answer.walletProvider).toEqual({ type: "email", address: wallet.address });
  });
});
