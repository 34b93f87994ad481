import { type Address, decodeEventLog, encodeEventTopics, getAbiItem, type Hex } from "viem";
import type { RpcLog } from "@/lib/drivers/chain/rpc-shapes";
import { requireManagerKind } from "@/lib/features/managers/rules/manager-kind";
import type {
  EventPosition,
  EventShare,
  ManagerEvent,
} from "@/lib/features/market/rules/market-event";
import { dynamicAddressFeeSplitManagerAbi } from "@/lib/shared/abi/dynamic-address-fee-split-manager";
import { managerFactoryAbi } from "@/lib/shared/abi/manager-factory";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";
import { lowerAddress } from "@/lib/shared/address/lower-address";
import { topicsOf } from "./read-abi-words";

// One event per ABI: viem hashes every event of the ABI to find a topic.
const createdAbi = [getAbiItem({ abi: managerFactoryAbi, name: "ManagerCreated" })] as const;
const revenueTermsAbi = [getAbiItem({ abi: managerFactoryAbi, name: "RevenueTerms" })] as const;
const splitTermsAbi = [getAbiItem({ abi: managerFactoryAbi, name: "SplitTerms" })] as const;
const receivedAbi = [getAbiItem({ abi: revenueManagerAbi, name: "Received" })] as const;
const paidAbi = [getAbiItem({ abi: revenueManagerAbi, name: "Paid" })] as const;
const attachedAbi = [getAbiItem({ abi: revenueManagerAbi, name: "TokenAttached" })] as const;
const droppedAbi = [
  getAbiItem({ abi: dynamicAddressFeeSplitManagerAbi, name: "TokenDropped" }),
] as const;
const ownerAbi = [getAbiItem({ abi: revenueManagerAbi, name: "OwnershipTransferred" })] as const;
const payeeAbi = [getAbiItem({ abi: revenueManagerAbi, name: "PayeeChanged" })] as const;
const recipientAbi = [
  getAbiItem({ abi: revenueManagerAbi, name: "ProtocolRecipientChanged" }),
] as const;
const sharesAbi = [
  getAbiItem({ abi: dynamicAddressFeeSplitManagerAbi, name: "SharesChanged" }),
] as const;

const [CREATED] = encodeEventTopics({ abi: createdAbi });
const [REVENUE_TERMS] = encodeEventTopics({ abi: revenueTermsAbi });
const [SPLIT_TERMS] = encodeEventTopics({ abi: splitTermsAbi });
const [RECEIVED] = encodeEventTopics({ abi: receivedAbi });
const [PAID] = encodeEventTopics({ abi: paidAbi });
const [ATTACHED] = encodeEventTopics({ abi: attachedAbi });
const [DROPPED] = encodeEventTopics({ abi: droppedAbi });
const [OWNER] = encodeEventTopics({ abi: ownerAbi });
const [PAYEE] = encodeEventTopics({ abi: payeeAbi });
const [RECIPIENT] = encodeEventTopics({ abi: recipientAbi });
const [SHARES] = encodeEventTopics({ abi: sharesAbi });

/** First topics of events of the manager factory, and of managers. */
export const FACTORY_TOPICS: readonly Hex[] = [CREATED, REVENUE_TERMS, SPLIT_TERMS];
export const MANAGER_TOPICS: readonly Hex[] = [
  RECEIVED,
  PAID,
  ATTACHED,
  DROPPED,
  OWNER,
  PAYEE,
  RECIPIENT,
  SHARES,
];

/**
 * Decodes a log of the manager factory.
 * @throws when the log does not match its ABI
 */
export function decodeFactoryLog(log: RpcLog, position: EventPosition): ManagerEvent | null {
  const { data } = log;
  const topics = topicsOf(log);
  switch (topics[0]) {
    case CREATED: {
      const { args } = decodeEventLog({ abi: createdAbi, data, topics });
      return {
        ...position,
        kind: "managerCreated",
        manager: lowerAddress(args.manager),
        managerKind: requireManagerKind(args.kind),
        owner: lowerAddress(args.owner),
      };
    }
    case REVENUE_TERMS: {
      const { args } = decodeEventLog({ abi: revenueTermsAbi, data, topics });
      return {
        ...position,
        kind: "revenueTerms",
        manager: lowerAddress(args.manager),
        recipient: lowerAddress(args.protocolRecipient),
        feeBps: args.protocolFeeBps,
      };
    }
    case SPLIT_TERMS: {
      const { args } = decodeEventLog({ abi: splitTermsAbi, data, topics });
      return {
        ...position,
        kind: "splitTerms",
        manager: lowerAddress(args.manager),
        creatorFirstBps: args.creatorFirstBps,
        recipients: toShares(args.recipients),
      };
    }
    default:
      return null;
  }
}

/**
 * Decodes a log of a manager. The caller has checked that the factory created the emitter.
 * @throws when the log does not match its ABI
 */
export function decodeManagerLog(log: RpcLog, at: EventPosition): ManagerEvent | null {
  const { data } = log;
  const topics = topicsOf(log);
  const position = { ...at, manager: log.address };
  switch (topics[0]) {
    case RECEIVED:
    case PAID:
      return decodePayment(data, topics, position);
    case ATTACHED: {
      const { args } = decodeEventLog({ abi: attachedAbi, data, topics });
      const [token, payee] = [lowerAddress(args.token), lowerAddress(args.payee)];
      return { ...position, kind: "tokenAttached", token, payee };
    }
    case DROPPED: {
      const { args } = decodeEventLog({ abi: droppedAbi, data, topics });
      return { ...position, kind: "tokenDropped", token: lowerAddress(args.token) };
    }
    case OWNER: {
      const { args } = decodeEventLog({ abi: ownerAbi, data, topics });
      return { ...position, kind: "managerOwner", owner: lowerAddress(args.to) };
    }
    case PAYEE: {
      const { args } = decodeEventLog({ abi: payeeAbi, data, topics });
      const [token, payee] = [lowerAddress(args.token), lowerAddress(args.payee)];
      return { ...position, kind: "payeeChanged", token, payee };
    }
    case RECIPIENT: {
      const { args } = decodeEventLog({ abi: recipientAbi, data, topics });
      const recipient = lowerAddress(args.recipient);
      return { ...position, kind: "protocolRecipient", recipient, synced: null };
    }
    case SHARES: {
      const { args } = decodeEventLog({ abi: sharesAbi, data, topics });
      const recipients = toShares(args.recipients);
      return {
        ...position,
        kind: "sharesChanged",
        generation: Number(args.version),
        recipients,
      };
    }
    default:
      return null;
  }
}

function decodePayment(
  data: Hex,
  topics: [Hex, ...Hex[]],
  position: EventPosition & { manager: Address },
): ManagerEvent {
  if (topics[0] === PAID) {
    const { args } = decodeEventLog({ abi: paidAbi, data, topics });
    const account = lowerAddress(args.account);
    return { ...position, kind: "paid", account, amountWei: args.amount };
  }
  const { args } = decodeEventLog({ abi: receivedAbi, data, topics });
  const token = lowerAddress(args.token);
  return {
    ...position,
    kind: "received",
    token: /^0x0+$/.test(token) ? null : token,
    payee: lowerAddress(args.payee),
    amountWei: args.amount,
    payeeWei: args.payeeAmount,
  };
}

function toShares(recipients: readonly { account: string; share: number }[]): EventShare[] {
  return recipients.map(({ account, share }) => ({ account: lowerAddress(account), share }));
}
