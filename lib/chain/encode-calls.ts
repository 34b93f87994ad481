import { type Address, encodeFunctionData, zeroAddress } from "viem";
import { launchpadAbi } from "../domain/abi/launchpad";
import { managerFactoryAbi } from "../domain/abi/manager-factory";
import type { Recipient } from "../domain/fee-split";
import type { Treasury } from "../domain/treasury";
import type { Call, Launch, NewManager } from "./launch-chain";

/** How the launchpad numbers what it does about a manager. */
const LAUNCH_MANAGER = { none: 0, existing: 1, static: 2, dynamic: 3 } as const;

/** The transaction of a launch. */
export function encodeLaunch(launchpad: Address, launch: Launch): Call {
  const args = [toLaunchParams(launch), toManagerParams(launch.treasury)] as const;
  return {
    to: launchpad,
    data: encodeFunctionData({ abi: launchpadAbi, functionName: "launch", args }),
  };
}

/** The transaction that makes a manager. */
export function encodeManager(factory: Address, manager: NewManager): Call {
  const { salt, owner } = manager;
  if (manager.kind === "revenue") {
    const args = [owner, manager.protocolRecipient, manager.protocolFeeBps, salt] as const;
    const functionName = "createRevenueManager";
    return {
      to: factory,
      data: encodeFunctionData({ abi: managerFactoryAbi, functionName, args }),
    };
  }
  const functionName =
    manager.kind === "static"
      ? "createAddressFeeSplitManager"
      : "createDynamicAddressFeeSplitManager";
  const shares = toShares(manager.recipients);
  const args = [owner, manager.creatorShareBps, shares, salt] as const;
  return { to: factory, data: encodeFunctionData({ abi: managerFactoryAbi, functionName, args }) };
}

export function toLaunchParams(launch: Launch) {
  return {
    name: launch.name,
    symbol: launch.symbol,
    tokenURI: launch.tokenUri,
    creator: launch.creator,
    creatorShareBps: launch.creatorShareBps,
    marketCapUsdc: launch.marketCapUsdc,
    launchId: launch.launchId,
    startTime: 0n,
  };
}

function toManagerParams(treasury: Treasury) {
  const none = { manager: zeroAddress, creatorShareBps: 0, moderator: zeroAddress, recipients: [] };
  if (treasury.kind === "none") return { ...none, kind: LAUNCH_MANAGER.none };
  if (treasury.kind === "fee_split") {
    const { variant, creatorShareBps, moderator, recipients } = treasury;
    return {
      kind: LAUNCH_MANAGER[variant],
      manager: zeroAddress,
      creatorShareBps,
      moderator,
      recipients: toShares(recipients),
    };
  }
  return { ...none, kind: LAUNCH_MANAGER.existing, manager: treasury.manager };
}

export function toShares(recipients: readonly Recipient[]) {
  return recipients.map(({ account, splitMicroPercent }) => ({
    account,
    share: splitMicroPercent,
  }));
}
