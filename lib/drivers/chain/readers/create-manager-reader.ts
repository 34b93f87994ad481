import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  type Hash,
  isAddressEqual,
  type PublicClient,
  parseEventLogs,
} from "viem";
import type { ManagerState, NewManager } from "@/lib/drivers/chain/chain-types";
import type { AttachConsent, ConsentProblem } from "@/lib/features/managers/rules/attach-consent";
import { SPLIT_TOTAL } from "@/lib/features/managers/rules/fee-split";
import {
  decodeManagerKind,
  encodeManagerKind,
  type ManagerKind,
} from "@/lib/features/managers/rules/manager-kind";
import { toShares } from "@/lib/features/managers/rules/shares-change";
import type { Deployment } from "@/lib/schemas/deployment";
import { dynamicAddressFeeSplitManagerAbi } from "@/lib/shared/abi/dynamic-address-fee-split-manager";
import { managerFactoryAbi } from "@/lib/shared/abi/manager-factory";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";
import { findManagerKind } from "../find-generation";

/** Reads managers of this launchpad. `creator` is the wallet that creates new ones. */
export function createManagerReader(
  client: PublicClient,
  { contracts: { managerFactory }, generations }: Deployment,
  creator: Address,
) {
  const onFactory = { address: managerFactory, abi: managerFactoryAbi } as const;

  /** `none` when the address is not a manager of this launchpad, of any generation. */
  async function managerKind(address: Address): Promise<ManagerKind | "none"> {
    return decodeManagerKind(await findManagerKind(client, generations, address));
  }

  return {
    managerKind,
    /** Whether new tokens can be launched into a manager: only into those of the newest generation. */
    async takesTokens(manager: Address): Promise<boolean> {
      const args = [manager] as const;
      return (await client.readContract({ ...onFactory, functionName: "managerKind", args })) !== 0;
    },
    /** The address that the manager will have. */
    predictManager(manager: NewManager): Promise<Address> {
      const { salt, owner } = manager;
      if (manager.kind === "revenue") {
        const { protocolRecipient, protocolFeeBps } = manager;
        const args = [creator, owner, protocolRecipient, protocolFeeBps, salt] as const;
        return client.readContract({ ...onFactory, functionName: "predictRevenueManager", args });
      }
      const kind = encodeManagerKind(manager.kind);
      const shares = toShares(manager.recipients);
      const args = [kind, creator, owner, manager.creatorFirstBps, shares, salt] as const;
      return client.readContract({ ...onFactory, functionName: "predictSplitManager", args });
    },
    /** The manager that a mined transaction created, null if it created none of a known generation. */
    async findCreatedManager(hash: Hash): Promise<Address | null> {
      const { logs } = await client.getTransactionReceipt({ hash });
      const eventName = "ManagerCreated";
      const created = parseEventLogs({ abi: managerFactoryAbi, eventName, logs }).find(
        ({ address }) =>
          generations.some(({ contracts }) => isAddressEqual(address, contracts.managerFactory)),
      );
      return created?.args.manager ?? null;
    },
    /** A manager's current state, or null when the address is not a manager of this launchpad. */
    async readManager(address: Address): Promise<ManagerState | null> {
      const onRevenue = { address, abi: revenueManagerAbi } as const;
      const onSplit = { address, abi: dynamicAddressFeeSplitManagerAbi } as const;
      const kind = await managerKind(address);
      if (kind === "none") return null;
      const owner = await client.readContract({ ...onRevenue, functionName: "owner" });
      if (kind === "revenue") {
        const account = await client.readContract({
          ...onRevenue,
          functionName: "protocolRecipient",
        });
        return { kind, owner, recipients: [{ account, splitMicroPercent: SPLIT_TOTAL }] };
      }
      const recipients = await client.readContract({ ...onSplit, functionName: "recipients" });
      return {
        kind,
        owner,
        recipients: recipients.map(({ account, share }) => ({ account, splitMicroPercent: share })),
      };
    },
    /** The nonce of the next signed change to a dynamic split. */
    async sharesNonce(address: Address): Promise<bigint> {
      const abi = dynamicAddressFeeSplitManagerAbi;
      return BigInt(await client.readContract({ address, abi, functionName: "generation" }));
    },
    /** The tokens that a change of a dynamic split's shares walks over. */
    managedTokens(address: Address): Promise<readonly Address[]> {
      const abi = dynamicAddressFeeSplitManagerAbi;
      return client.readContract({ address, abi, functionName: "managedTokens" });
    },
    /** Why a dynamic split would refuse a launch with this consent now; null if it would not. */
    async consentProblem(address: Address, consent: AttachConsent): Promise<ConsentProblem | null> {
      const abi = dynamicAddressFeeSplitManagerAbi;
      const args = [consent] as const;
      try {
        await client.readContract({ address, abi, functionName: "checkConsent", args });
        return null;
      } catch (error) {
        const problem = problemOf(error);
        if (problem === null) throw error;
        return problem;
      }
    },
  };
}

/** The contract's errors. */
const CONSENT_ERRORS: Record<string, ConsentProblem> = {
  TooManyTokens: "full",
  ConsentRequired: "missing",
  SignatureExpired: "expired",
  ConsentUsed: "used",
  InvalidSignature: "invalid",
};

function problemOf(error: unknown): ConsentProblem | null {
  if (!(error instanceof BaseError)) return null;
  const reverted = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  if (!(reverted instanceof ContractFunctionRevertedError)) return null;
  return CONSENT_ERRORS[reverted.data?.errorName ?? ""] ?? null;
}

export type ManagerReader = ReturnType<typeof createManagerReader>;
