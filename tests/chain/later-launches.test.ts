import { type Address, encodeFunctionData, type Hex, keccak256, parseEther, toHex } from "viem";
import { privateKeyToAccount, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LATER_WORK_GAS } from "@/lib/features/budget/rules/gas-limit";
import { consentMessage } from "@/lib/features/managers/rules/attach-consent";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { managerFactoryAbi } from "@/lib/shared/abi/manager-factory";
import {
  equalRecipients,
  type Launchpad,
  type ManagerArgs,
  NO_MANAGER,
  startLaunchpad,
} from "../setup/chain/launchpad";
import { newAddress } from "../setup/chain/new-address";
import { sendAfterTrade } from "../setup/chain/send-after-trade";

/**
 * Launches, new managers and referral claims that are mined after trades and launches that their
 * estimate did not know. Launches and managers have no extra gas above the ordinary margin.
 */

const MODERATOR = privateKeyToAccount(keccak256(toHex("moderator of later launches")));
const REFERRER = privateKeyToAddress(keccak256(toHex("referrer of later launches")));
const DEADLINE = 2n ** 62n;
const recipients = equalRecipients(100);

let pad: Launchpad;
let revenueManager: Address;
let split: Address;
let token: Address;
let ids = 0;

beforeAll(async () => {
  pad = await startLaunchpad();
  const { client, operator, contracts } = pad;
  const args = [MODERATOR.address, MODERATOR.address, 2_000, keccak256(toHex("salt"))] as const;
  const factory = { address: contracts.managerFactory, abi: managerFactoryAbi } as const;
  const created = { ...factory, functionName: "createRevenueManager", args } as const;
  revenueManager = (await client.simulateContract({ ...created, account: operator.account }))
    .result;
  await operator.writeContract(created);
  const managed = { ...NO_MANAGER, kind: 3, recipients: equalRecipients(2) };
  const first = await pad.launch(MODERATOR.address, managed);
  [split, token] = [first.record.manager, first.token];
});
afterAll(() => pad.stop());

const consentOf = async (nonce: bigint) => {
  const terms = { chainId: pad.anvil.chainId, manager: split, nonce, deadline: DEADLINE };
  const signature = await MODERATOR.signTypedData(consentMessage(terms));
  return { nonce, deadline: DEADLINE, signature };
};
const intoSplit = async (): Promise<ManagerArgs> => {
  ids += 1;
  return { ...NO_MANAGER, kind: 1, manager: split, consent: await consentOf(BigInt(ids)) };
};

/** Another launch into the same split, purchases in both pools, and with a referrer. */
async function others(): Promise<void> {
  const { token: other } = await pad.launch(MODERATOR.address, await intoSplit(), 8_000, {
    referralPercent: 20,
  });
  const order = { side: "buy", exact: "in", amount: parseEther("2") } as const;
  await pad.swap(pad.operator, { ...order, token });
  await pad.swap(pad.operator, { ...order, token: other, hookData: REFERRER });
}

type Terms = { launchProtection?: boolean; referralPercent?: number; startTime?: bigint };
const launchParams = ({ launchProtection, referralPercent, startTime }: Terms) => ({
  name: "n".repeat(32),
  symbol: "LATER",
  tokenURI: "ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
  creator: MODERATOR.address,
  feeShareBps: 8_000,
  marketCapUsdc: 10_000_000_000n,
  launchId: keccak256(toHex(`later ${++ids}`)),
  startTime: startTime ?? 0n,
  launchProtection: launchProtection ?? false,
  referralPercent: referralPercent ?? 0,
});

const KINDS: Record<string, { manager: () => Promise<ManagerArgs>; terms?: Terms }> = {
  plain: { manager: async () => NO_MANAGER },
  "with a fixed split of 100": { manager: async () => ({ ...NO_MANAGER, kind: 2, recipients }) },
  "with a dynamic split of 100": { manager: async () => ({ ...NO_MANAGER, kind: 3, recipients }) },
  "into a revenue manager": {
    manager: async () => ({ ...NO_MANAGER, kind: 1, manager: revenueManager }),
  },
  "into a dynamic split": { manager: intoSplit },
  "with protection": { manager: async () => NO_MANAGER, terms: { launchProtection: true } },
  "with a referral share": { manager: async () => NO_MANAGER, terms: { referralPercent: 20 } },
  scheduled: { manager: async () => NO_MANAGER, terms: { startTime: 2n ** 32n } },
};

describe("after other launches and trades", () => {
  it.each(Object.entries(KINDS))("a launch %s is mined", async (_, { manager, terms = {} }) => {
    const start = terms.startTime === undefined ? 0n : (await pad.client.getBlock()).timestamp;
    const startTime = start === 0n ? 0n : start + 86_400n;
    const args = [launchParams({ ...terms, startTime }), await manager()] as const;
    const data = encodeFunctionData({ abi: launchpadAbi, functionName: "launch", args });
    const call = { to: pad.contracts.launchpad, data };
    const { receipt } = await sendAfterTrade(pad, { key: pad.operatorKey, call, trade: others });
    expect(receipt.status).toBe("success");
  });

  it.each([
    ["without a purchase", 0n, false],
    ["with a first purchase", parseEther("0.05"), false],
    ["with a first purchase under protection", parseEther("0.05"), true],
  ] as const)("a launch by permit %s is mined", async (_, value, launchProtection) => {
    const { privateKey, address: sender } = await pad.anvil.funded();
    const params = launchParams({ launchProtection });
    const onPad = { address: pad.contracts.launchpad, abi: launchpadAbi } as const;
    const digest = await pad.client.readContract({
      ...onPad,
      functionName: "permitDigest",
      args: [params, NO_MANAGER, sender, DEADLINE],
    });
    const signature = await privateKeyToAccount(pad.operatorKey).sign({ hash: digest });
    const launcher = pad.operator.account.address;
    const permit = { launcher, sender, deadline: DEADLINE, signature };
    const data = encodeFunctionData({
      abi: launchpadAbi,
      functionName: "launchWithPermit",
      args: [params, NO_MANAGER, permit, 0n],
    });
    const call = { to: pad.contracts.launchpad, data, value };
    const { receipt } = await sendAfterTrade(pad, { key: privateKey, call, trade: others });
    expect(receipt.status).toBe("success");
  });

  it.each([
    ["revenue manager", "createRevenueManager"],
    ["fixed split of 100", "createAddressFeeSplitManager"],
    ["dynamic split of 100", "createDynamicAddressFeeSplitManager"],
  ] as const)("a new %s is mined", async (_, functionName) => {
    const owner = MODERATOR.address;
    const salt = keccak256(toHex(`manager ${++ids}`));
    const data: Hex =
      functionName === "createRevenueManager"
        ? encodeFunctionData({
            abi: managerFactoryAbi,
            functionName,
            args: [owner, owner, 2_000, salt],
          })
        : encodeFunctionData({
            abi: managerFactoryAbi,
            functionName,
            args: [owner, 0, recipients, salt],
          });
    const call = { to: pad.contracts.managerFactory, data };
    const { receipt } = await sendAfterTrade(pad, { key: pad.operatorKey, call, trade: others });
    expect(receipt.status).toBe("success");
  });

  it("the first referral claim of an account is mined, with what it earned meanwhile", async () => {
    const referrer = newAddress();
    const referring = await pad.launch(MODERATOR.address, NO_MANAGER, 8_000, {
      referralPercent: 20,
    });
    const data = encodeFunctionData({
      abi: launchHookAbi,
      functionName: "claimReferral",
      args: [referrer],
    });
    const order = { side: "buy", exact: "in", amount: parseEther("1") } as const;
    const { estimate, receipt } = await sendAfterTrade(pad, {
      key: pad.operatorKey,
      call: { to: pad.contracts.launchHook, data },
      extra: LATER_WORK_GAS,
      trade: () => pad.swap(pad.operator, { ...order, token: referring.token, hookData: referrer }),
    });
    expect(receipt.status).toBe("success");
    expect(receipt.gasUsed).toBeGreaterThan((estimate * 120n) / 100n);
    expect(await pad.client.getBalance({ address: referrer })).toBe(parseEther("0.002"));
  });
});
