import { type Address, keccak256, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { sharesMessage, toShares } from "@/lib/features/managers/rules/shares-change";
import { dynamicAddressFeeSplitManagerAbi } from "@/lib/shared/abi/dynamic-address-fee-split-manager";
import { equalRecipients, type Launchpad, NO_MANAGER } from "../chain/launchpad";
import { receiptOf } from "../chain/receipt-of";
import type { GasTable } from "./measure-gas";

const KEY = keccak256(toHex("moderator"));
const MODERATOR = privateKeyToAccount(KEY);
const DEADLINE = 2n ** 63n;

/**
 * The first share change of a split that holds one token, by its moderator and by a signature that
 * another account submits. All recipients are new, which is the most expensive case.
 */
export async function measureSharesGas(pad: Launchpad): Promise<GasTable> {
  const { anvil, client, operator } = pad;
  const abi = dynamicAddressFeeSplitManagerAbi;
  const moderator = anvil.wallet(KEY);
  await anvil.fund(MODERATOR.address);
  const table: GasTable = {};
  for (const count of [2, 100]) {
    const recipients = toRecipients(count);
    const change = { recipients, chainId: anvil.chainId, deadline: DEADLINE, nonce: 0n };

    const [first, second] = [await launchSplit(pad, count), await launchSplit(pad, count)];
    const plain = { address: first, abi, functionName: "setShares" } as const;
    const sent = await moderator.writeContract({ ...plain, args: [toShares(recipients)] });
    table[`change shares, ${count} recipients`] = await gasOf(client, sent);

    const signature = await MODERATOR.signTypedData(sharesMessage({ ...change, manager: second }));
    const signed = { address: second, abi, functionName: "setSharesBySig" } as const;
    const args = [toShares(recipients), DEADLINE, 0n, signature] as const;
    const relayed = await operator.writeContract({ ...signed, args });
    table[`change shares by signature, ${count} recipients`] = await gasOf(client, relayed);
  }
  return table;
}

/** @returns the address of the split */
async function launchSplit(pad: Launchpad, count: number): Promise<Address> {
  const manager = { ...NO_MANAGER, kind: 3, recipients: equalRecipients(count) };
  return (await pad.launch(MODERATOR.address, manager)).record.manager;
}

/** Accounts that differ from those of `equalRecipients`. */
function toRecipients(count: number) {
  return equalRecipients(count).map(({ share }, index) => ({
    account: privateKeyToAccount(keccak256(toHex(`recipient ${index}`))).address,
    splitMicroPercent: share,
  }));
}

async function gasOf(client: Launchpad["client"], hash: `0x${string}`): Promise<number> {
  const { status, gasUsed } = await receiptOf(client, hash);
  if (status !== "success") throw new Error(`${hash} was reverted`);
  return Number(gasUsed);
}
