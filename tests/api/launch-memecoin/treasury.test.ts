import { describe, expect, it } from "vitest";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { feeSplitManagerAnswer, revenueManagerAnswer } from "@/lib/features/managers/schema";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { waitForLaunch } from "../../setup/api/wait-for-launch";

const WALLET = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const at = (chain: string, name: string) => `/api/v1/${chain}/${name}`;

async function launch(changes: Record<string, unknown>, chain = "base-sepolia") {
  const { body } = await request(at(chain, "launch-memecoin"), { body: launchBody(changes) });
  return waitForLaunch(launchAccepted.parse(body).jobId);
}

describe("POST launch-memecoin with a treasury", () => {
  it.each(["base-sepolia", "robinhood"])("splits the fees on %s", async (chain) => {
    const feeSplitRecipients = [
      { type: "wallet", id: WALLET, split: "7000000" },
      { type: "twitter", id: "@grace", split: "3000000" },
    ];
    const job = await launch({ feeSplitRecipients, creatorShare: 1000 }, chain);
    expect(job).toMatchObject({
      state: "completed",
      revenueManagerAddress: null,
      feeSplitManagerAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      feeSplitRecipients: [
        { address: WALLET, percentage: "70.00000", originalInput: WALLET },
        { percentage: "30.00000", originalInput: "@grace" },
      ],
    });
  });

  it("launches with an existing revenue manager", async () => {
    const made = await request(at("base-sepolia", "create-revenue-manager"), {
      body: { protocolFee: 2000, recipientAddress: WALLET },
    });
    const { managerAddress } = revenueManagerAnswer.parse(made.body);
    const job = await launch({ revenueManagerAddress: managerAddress });
    expect(job).toMatchObject({
      state: "completed",
      revenueManagerAddress: managerAddress,
      feeSplitManagerAddress: null,
      feeSplitRecipients: null,
    });
  });

  it("launches with an existing fee split manager", async () => {
    const made = await request(at("base-sepolia", "create-fee-split-manager"), {
      body: { recipients: [WALLET], ownerAddress: WALLET },
    });
    const { managerAddress } = feeSplitManagerAnswer.parse(made.body);
    const job = await launch({ feeSplitManagerAddress: managerAddress });
    expect(job).toMatchObject({
      state: "completed",
      revenueManagerAddress: null,
      feeSplitManagerAddress: managerAddress,
    });
    const { status, body } = await request(at("base-sepolia", "launch-memecoin"), {
      body: launchBody({ revenueManagerAddress: managerAddress }),
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: expect.stringContaining("is not a revenue manager") });
  });

  it.each([
    [
      { revenueManagerAddress: WALLET, feeSplitRecipients: [WALLET] },
      "Cannot specify both revenueManagerAddress and feeSplitRecipients. Choose only one treasury option.",
    ],
    [
      { revenueManagerAddress: WALLET, feeSplitManagerAddress: WALLET },
      "Cannot specify both revenueManagerAddress and feeSplitManagerAddress. Choose only one treasury option.",
    ],
    [{ revenueManagerAddress: WALLET }, `${WALLET} is not a revenue manager of this launchpad`],
    [{ feeSplitManagerAddress: WALLET }, `${WALLET} is not a fee split manager of this launchpad`],
    [{ feeSplitRecipients: ["nobody"] }, "Invalid fee split recipient address: nobody"],
    [
      { feeSplitRecipients: [WALLET, WALLET.toLowerCase()] },
      "Duplicate addresses found in fee split recipients",
    ],
  ])("rejects %j", async (changes, error) => {
    const { status, body } = await request(at("base-sepolia", "launch-memecoin"), {
      body: launchBody(changes),
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, error });
  });

  it("accepts the default creatorShare without a split, which programs send as well", async () => {
    const path = "/api/v1/base-sepolia/launch-memecoin";
    const { status } = await request(path, {
      body: launchBody({ creatorShare: 0, dryRun: true }),
    });
    expect(status).toBe(200);
  });

  it("rejects a creator share without recipients", async () => {
    const { status, body } = await request(at("base-sepolia", "launch-memecoin"), {
      body: launchBody({ creatorShare: 100 }),
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ details: [{ path: "creatorShare" }] });
  });
});
