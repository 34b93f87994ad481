import { parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { changeManagerShares } from "@/lib/features/fees/change-manager-shares";
import { dropManagerToken } from "@/lib/features/fees/drop-manager-token";
import {
  dropTokenRequest,
  sharesRequest,
  withdrawRequest,
} from "@/lib/features/fees/schema/wallet-actions";
import { withdrawFunds } from "@/lib/features/fees/withdraw-funds";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { createManager, saltOf } from "@/lib/features/managers/create-manager";
import type { Session } from "@/lib/features/users/rules/account";
import { signIn } from "@/lib/features/users/sign-in";
import { launchBody } from "../setup/api/launch-body";
import { chainOf } from "../setup/stack/chain-of";
import { createServiceFixture, type ServiceFixture } from "../setup/stack/create-service-fixture";
import { noLimit } from "../setup/stack/own-input";

/**
 * A sandbox chain has the id of a real one. Next to a real chain, managed wallets are those of the real
 * realm, so whatever they sign for the sandbox can be sent on the real chain by anyone who reads it.
 */

const CHAIN = "base-sepolia";
const NOWHERE = { RPC_URL_BASE: "http://127.0.0.1:9" };
const OTHER = "0x00000000000000000000000000000000DeaDBeef";

let fixture: ServiceFixture;
let mixed: ServiceContext;
beforeAll(async () => {
  fixture = await createServiceFixture();
  mixed = fixture.newContext(NOWHERE);
});
afterAll(() => fixture.stop());

async function person(ctx: ServiceContext, name: string) {
  const email = `${name}@example.com`;
  const identity = { type: "email", stableId: email, name: email, proofChainId: null } as const;
  const { accountId } = await signIn({ ctx, input: { identity, current: null } });
  const { address } = await ctx.wallets.resolve({ type: "email", id: email });
  await fixture.chain.test.setBalance({ address, value: parseEther("1") });
  const session: Session = { accountId, identity, authenticatedAt: ctx.clock.now() };
  return { session, address };
}

describe("a managed wallet on a sandbox chain next to a real one", () => {
  it.each([true, false])("signs no withdrawal (confirm: %s)", async (confirm) => {
    const { session, address } = await person(mixed, `withdraws-${confirm}`);
    const body = { chain: CHAIN, wallet: address, to: OTHER, amount: "0.1", confirm };
    const input = { session, request: withdrawRequest.parse(body), limit: noLimit };
    await expect(withdrawFunds({ ctx: mixed, input })).rejects.toMatchObject({
      code: "unsupported_operation",
    });
    expect(await fixture.chain.client.getTransactionCount({ address })).toBe(0);
    // The same wallet in a sandbox of its own is not worth anything elsewhere.
    const own = await person(fixture.ctx, `withdraws-${confirm}`);
    const request = withdrawRequest.parse({ ...body, wallet: own.address });
    const answer = await withdrawFunds({
      ctx: fixture.ctx,
      input: { session: own.session, request, limit: noLimit },
    });
    expect(answer.state).toBe(confirm ? "completed" : "preview");
  });

  /** A dynamic split on the sandbox chain, moderated by the managed wallet of the user. */
  async function splitOf(name: string) {
    const { session, address } = await person(mixed, name);
    const chain = chainOf(mixed);
    const transactionId = `sandbox-signatures ${name}`;
    const manager = {
      kind: "dynamic_split",
      salt: saltOf(transactionId),
      owner: address,
      creatorFirstBps: 0,
      recipients: [
        { account: OTHER, splitMicroPercent: 10_000_000, original: OTHER, type: "wallet" as const },
      ],
    } as const;
    const { managerAddress } = await createManager({
      ctx: mixed,
      input: { chain, transactionId, manager },
    });
    return { session, address, manager: managerAddress };
  }
  const REFUSED = {
    code: "unsupported_operation",
    message: expect.stringContaining("is a sandbox here"),
  };

  it("signs no change of shares", async () => {
    const { session, manager } = await splitOf("moderates");
    const recipients = [{ type: "wallet", id: OTHER, split: "10000000" }];
    const request = sharesRequest.parse({ chain: CHAIN, manager, recipients });
    const changing = changeManagerShares({
      ctx: mixed,
      input: { session, request, caller: null, limit: noLimit },
    });
    await expect(changing).rejects.toMatchObject(REFUSED);
  });

  it.each([true, false])("drops no token (confirm: %s)", async (confirm) => {
    const { session, address, manager } = await splitOf(`drops-${confirm}`);
    const body = { chain: CHAIN, manager, tokenAddress: OTHER, confirm };
    const request = dropTokenRequest.parse(body);
    const dropping = dropManagerToken({ ctx: mixed, input: { session, request, limit: noLimit } });
    await expect(dropping).rejects.toMatchObject(REFUSED);
    expect(await fixture.chain.client.getTransactionCount({ address })).toBe(0);
  });

  it("signs no consent to a token", async () => {
    const { session, manager } = await splitOf("consents");
    const request = launchRequest.parse(launchBody({ feeSplitManagerAddress: manager }));
    const launching = submitLaunch({
      ctx: mixed,
      input: {
        chain: CHAIN,
        request,
        idempotencyKey: null,
        findSession: async () => session,
        caller: null,
        limit: noLimit,
      },
    });
    await expect(launching).rejects.toMatchObject(REFUSED);
  });
});
