import { createPublicClient, getAddress, http } from "viem";
import { describe, expect, inject, it } from "vitest";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { dynamicAddressFeeSplitManagerAbi } from "@/lib/shared/abi/dynamic-address-fee-split-manager";
import { request } from "../setup/api/api";
import { launchBody } from "../setup/api/launch-body";
import { waitForLaunch } from "../setup/api/wait-for-launch";
import { newAddress } from "../setup/chain/new-address";

/** 100 anonymous launches used to fill a dynamic split permanently. */

const CHAIN = "robinhood";

describe("filling another's dynamic split", () => {
  it("takes no place, whomever the launches name as creator", async () => {
    const moderator = newAddress();
    const made = await request(`/api/v1/${CHAIN}/launch-memecoin`, {
      body: launchBody({
        creatorEmail: undefined,
        creatorAddress: moderator,
        feeSplitRecipients: [newAddress()],
      }),
    });
    const job = await waitForLaunch(launchAccepted.parse(made.body).jobId);
    if (job.state !== "completed") throw new Error("not launched");
    const manager = getAddress(job.feeSplitManagerAddress ?? "0x");
    for (const creatorAddress of [newAddress(), moderator, undefined]) {
      const { status, body } = await request(`/api/v1/${CHAIN}/launch-memecoin`, {
        body: launchBody({
          creatorEmail: undefined,
          creatorAddress,
          feeSplitManagerAddress: manager,
        }),
      });
      expect(status).toBe(400);
      expect(body).toMatchObject({ details: [{ path: "feeSplitManagerConsent" }] });
      expect(body).not.toHaveProperty("jobId");
    }
    const client = createPublicClient({ transport: http(`${inject("baseUrl")}/rpc/${CHAIN}`) });
    const abi = dynamicAddressFeeSplitManagerAbi;
    const held = await client.readContract({
      address: manager,
      abi,
      functionName: "managedTokens",
    });
    expect(held).toEqual([job.collectionToken.address]);
  });
});
