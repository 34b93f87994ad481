import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  type PublicClient,
  zeroAddress,
} from "viem";
import type { Payable } from "@/lib/features/fees/rules/payout";
import type { Treasury } from "@/lib/features/launch/rules/treasury";
import { NO_CONSENT } from "@/lib/features/managers/rules/attach-consent";
import type { Recipient } from "@/lib/features/managers/rules/fee-split";
import { encodeManagerKind } from "@/lib/features/managers/rules/manager-kind";
import { type SharesChange, toShares } from "@/lib/features/managers/rules/shares-change";
import type { Deployment } from "@/lib/schemas/deployment";
import { dynamicAddressFeeSplitManagerAbi } from "@/lib/shared/abi/dynamic-address-fee-split-manager";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { managerFactoryAbi } from "@/lib/shared/abi/manager-factory";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";
import type { Call, Launch, NewManager } from "./chain-types";
import { findTokenGeneration } from "./find-generation";

/**
 * Manager kind number of an existing manager in a launch; new splits use the number of their kind.
 */
const EXISTING_MANAGER = 1;

/**
 * Encodes the contract calls that are sent on a chain. Launches and new managers go to the newest
 * generation, payouts to the one that they belong to.
 */
export function createCallEncoder(
  client: PublicClient,
  { contracts: { launchpad, managerFactory, launchHook }, generations }: Deployment,
) {
  async function hookOf(token: Address): Promise<Address> {
    if (generations.length === 1) return launchHook;
    const generation = await findTokenGeneration(client, generations, token);
    return generation?.contracts.launchHook ?? launchHook;
  }

  return {
    launchCall: (launch: Launch): Call => encodeLaunch(launchpad, launch),
    managerCall: (manager: NewManager): Call => encodeManager(managerFactory, manager),
    /** Pays `account` what is pending. Anyone can send it; only `account` is paid. */
    async payoutCall(
      account: Address,
      payable: Pick<Payable, "kind" | "source" | "tokens">,
    ): Promise<Call> {
      const hook = payable.kind === "token" ? await hookOf(payable.source) : launchHook;
      return encodePayout(hook, account, payable);
    },
    /** Pays `to` what the sender earned as a referrer; `hook` holds it. */
    referralToCall: (hook: Address, to: Address): Call => ({
      to: hook,
      data: encodeFunctionData({
        abi: launchHookAbi,
        functionName: "claimReferralTo",
        args: [to],
      }),
    }),
    /** Pays `account` what is pending in several streams and managers of the newest generation. */
    claimManyCall: (
      account: Address,
      payables: readonly Pick<Payable, "kind" | "source" | "tokens">[],
    ): Call => encodeClaimMany(managerFactory, account, payables),
    /** The number of sources that refused to pay, from the output of a simulated `claimManyCall`. */
    skippedOf: (output: Hex): number =>
      Number(
        decodeFunctionResult({
          abi: managerFactoryAbi,
          functionName: "claimMany",
          data: output,
        })[1],
      ),
    /** Replaces the recipients of a dynamic split; only its moderator can send it. */
    sharesCall: (manager: Address, recipients: readonly Recipient[]): Call =>
      encodeShares(manager, recipients),
    /**
     * Replaces the recipients of a dynamic split with the moderator's signature; anyone can send
     * it.
     */
    signedSharesCall: (change: SharesChange, signature: Hex): Call =>
      encodeSignedShares(change, signature),
    /** Drops a token from a dynamic split; only its moderator can send it. */
    dropCall: (manager: Address, token: Address): Call => encodeDrop(manager, token),
  };
}

export type CallEncoder = ReturnType<typeof createCallEncoder>;

function encodeLaunch(launchpad: Address, launch: Launch): Call {
  const args = [toLaunchParams(launch), toManagerParams(launch.treasury)] as const;
  return {
    to: launchpad,
    data: encodeFunctionData({ abi: launchpadAbi, functionName: "launch", args }),
  };
}

function encodeManager(factory: Address, manager: NewManager): Call {
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
    manager.kind === "static_split"
      ? "createAddressFeeSplitManager"
      : "createDynamicAddressFeeSplitManager";
  const shares = toShares(manager.recipients);
  const args = [owner, manager.creatorFirstBps, shares, salt] as const;
  return { to: factory, data: encodeFunctionData({ abi: managerFactoryAbi, functionName, args }) };
}

/** All kinds of manager payments are encoded alike. */
function encodePayout(
  hook: Address,
  account: Address,
  { kind, source, tokens }: Pick<Payable, "kind" | "source" | "tokens">,
): Call {
  if (kind === "token") {
    const args = [source] as const;
    const data = encodeFunctionData({ abi: launchHookAbi, functionName: "claim", args });
    return { to: hook, data };
  }
  if (kind === "referral") {
    const args = [account] as const;
    const data = encodeFunctionData({ abi: launchHookAbi, functionName: "claimReferral", args });
    return { to: source, data };
  }
  const args = [account, tokens] as const;
  const functionName = "syncAndRelease";
  return { to: source, data: encodeFunctionData({ abi: revenueManagerAbi, functionName, args }) };
}

function encodeClaimMany(
  factory: Address,
  account: Address,
  payables: readonly Pick<Payable, "kind" | "source" | "tokens">[],
): Call {
  const streams = payables.flatMap(({ kind, source }) => (kind === "token" ? [source] : []));
  const claims = payables.flatMap(({ kind, source: manager, tokens }) =>
    kind === "manager" ? [{ manager, tokens }] : [],
  );
  const args = [account, streams, claims] as const;
  const functionName = "claimMany";
  return { to: factory, data: encodeFunctionData({ abi: managerFactoryAbi, functionName, args }) };
}

function encodeShares(manager: Address, recipients: readonly Recipient[]): Call {
  const args = [toShares(recipients)] as const;
  const abi = dynamicAddressFeeSplitManagerAbi;
  return { to: manager, data: encodeFunctionData({ abi, functionName: "setShares", args }) };
}

function encodeSignedShares(change: SharesChange, signature: Hex): Call {
  const { manager, recipients, deadline, nonce } = change;
  const args = [toShares(recipients), deadline, nonce, signature] as const;
  const abi = dynamicAddressFeeSplitManagerAbi;
  return { to: manager, data: encodeFunctionData({ abi, functionName: "setSharesBySig", args }) };
}

function encodeDrop(manager: Address, token: Address): Call {
  const args = [token] as const;
  const abi = dynamicAddressFeeSplitManagerAbi;
  return { to: manager, data: encodeFunctionData({ abi, functionName: "drop", args }) };
}

export function toLaunchParams(launch: Launch) {
  return {
    name: launch.name,
    symbol: launch.symbol,
    tokenURI: launch.tokenUri,
    creator: launch.creator,
    feeShareBps: launch.feeShareBps,
    marketCapUsdc: launch.marketCapUsdc,
    launchId: launch.launchId,
    startTime: BigInt(launch.startTime ?? 0),
    launchProtection: launch.launchProtection ?? false,
    referralPercent: launch.referralPercent ?? 0,
  };
}

export function toManagerParams(treasury: Treasury) {
  const none = {
    manager: zeroAddress,
    creatorFirstBps: 0,
    moderator: zeroAddress,
    recipients: [],
    consent: NO_CONSENT,
  };
  if (treasury.kind === "none") return { ...none, kind: encodeManagerKind("none") };
  if (treasury.kind === "fee_split") {
    const { managerKind, creatorFirstBps, moderator, recipients } = treasury;
    return {
      kind: encodeManagerKind(managerKind),
      manager: zeroAddress,
      creatorFirstBps,
      moderator,
      recipients: toShares(recipients),
      consent: NO_CONSENT,
    };
  }
  const consent = treasury.kind === "fee_split_manager" ? treasury.consent : null;
  return {
    ...none,
    kind: EXISTING_MANAGER,
    manager: treasury.manager,
    consent: consent ?? NO_CONSENT,
  };
}
