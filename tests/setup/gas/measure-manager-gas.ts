import { type Address, encodeFunctionData, type Hex, keccak256, parseEther, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { consentMessage } from "@/lib/features/managers/rules/attach-consent";
import { dynamicAddressFeeSplitManagerAbi as abi } from "@/lib/shared/abi/dynamic-address-fee-split-manager";
import { managerFactoryAbi } from "@/lib/shared/abi/manager-factory";
import { equalRecipients, type Launchpad, NO_MANAGER } from "../chain/launchpad";
import { receiptOf } from "../chain/receipt-of";
import type { GasTable } from "./measure-gas";

const KEYS = { owner: keccak256(toHex("owner")), recipient: keccak256(toHex("a recipient")) };
const OWNER = privateKeyToAccount(KEYS.owner);
const RECIPIENT = privateKeyToAccount(KEYS.recipient).address;
const CREATOR = privateKeyToAccount(keccak256(toHex("creator"))).address;
const DEADLINE = 2n ** 63n;
const TOKENS = 10;

/** `count` recipients, the first with a known key. */
const recipientsOf = (count: number) =>
  equalRecipients(count).map((one, i) => (i === 0 ? { ...one, account: RECIPIENT } : one));

type Managers = {
  table: GasTable;
  revenue: { manager: Address; token: Address };
  split: { manager: Address; tokens: Address[] };
};

/** Launches into existing managers, payouts, and what moderators and recipients do. */
export async function measureManagerGas(pad: Launchpad): Promise<GasTable> {
  const { owner } = KEYS;
  for (const key of Object.values(KEYS)) {
    await pad.anvil.fund(privateKeyToAccount(key).address);
  }
  const table: GasTable = {};
  const revenue = await launchIntoRevenue(pad, table);
  const split = await launchIntoSplit(pad, table);
  await measurePayouts(pad, { table, revenue, split });
  await measurePlaces(pad, { table, revenue, split });
  const [token = split.manager] = split.tokens;
  await buy(pad, [token]);
  const drop = encodeFunctionData({ abi, functionName: "drop", args: [token] });
  table["drop a token"] = await send(pad, owner, split.manager, drop);
  return table;
}

async function launchIntoRevenue(pad: Launchpad, table: GasTable): Promise<Managers["revenue"]> {
  const factory = { address: pad.contracts.managerFactory, abi: managerFactoryAbi } as const;
  const terms = [OWNER.address, OWNER.address, 2_000, toHex(1, { size: 32 })] as const;
  const creation = { ...factory, functionName: "createRevenueManager", args: terms } as const;
  await send(pad, KEYS.owner, factory.address, encodeFunctionData(creation));
  const args = [OWNER.address, ...terms] as const;
  const manager = await pad.client.readContract({
    ...factory,
    functionName: "predictRevenueManager",
    args,
  });
  const { token, gasUsed } = await pad.launch(CREATOR, { ...NO_MANAGER, kind: 1, manager });
  table["launch into an existing revenue manager"] = Number(gasUsed);
  return { manager, token };
}

async function launchIntoSplit(pad: Launchpad, table: GasTable): Promise<Managers["split"]> {
  const terms = { ...NO_MANAGER, kind: 3, recipients: recipientsOf(100), creatorFirstBps: 1_000 };
  const { record, token: first } = await pad.launch(OWNER.address, terms);
  const { manager } = record;
  const tokens = [first];
  for (let nonce = 1n; tokens.length < TOKENS; nonce += 1n) {
    const message = { chainId: pad.anvil.chainId, manager, nonce, deadline: DEADLINE };
    const signature = await OWNER.signTypedData(consentMessage(message));
    const consent = { nonce, deadline: DEADLINE, signature };
    const { token, gasUsed } = await pad.launch(CREATOR, {
      ...NO_MANAGER,
      kind: 1,
      manager,
      consent,
    });
    table["launch into an existing dynamic split"] = Number(gasUsed);
    tokens.push(token);
  }
  return { manager, tokens };
}

async function measurePayouts(pad: Launchpad, { table, revenue, split }: Managers): Promise<void> {
  const pay = async (name: string, manager: Address, account: Address, tokens: Address[]) => {
    await buy(pad, tokens);
    const args = [account, tokens] as const;
    const data = encodeFunctionData({ abi, functionName: "syncAndRelease", args });
    table[name] = await send(pad, KEYS.owner, manager, data);
  };
  const { manager, token } = revenue;
  await pay("sync and release of a revenue manager, first", manager, CREATOR, [token]);
  await pay("sync and release of a revenue manager", manager, CREATOR, [token]);
  await buy(pad, split.tokens);
  const args = [recipientsOf(2)] as const;
  table["change shares, 2 recipients, first income of 10 tokens"] = await send(
    pad,
    KEYS.owner,
    split.manager,
    encodeFunctionData({ abi, functionName: "setShares", args }),
  );
  await pay("sync and release of a split, 10 tokens", split.manager, RECIPIENT, split.tokens);
  await buy(pad, [token, ...split.tokens]);
  const claims = [
    { manager, tokens: [token] },
    { manager: split.manager, tokens: split.tokens },
  ];
  const many = { abi: managerFactoryAbi, functionName: "claimMany" } as const;
  table["claim many, 2 managers with 11 tokens"] = await send(
    pad,
    KEYS.owner,
    pad.contracts.managerFactory,
    encodeFunctionData({ ...many, args: [CREATOR, [], claims] }),
  );
}

async function measurePlaces(pad: Launchpad, { table, split }: Managers): Promise<void> {
  const { manager, tokens } = split;
  const [token = manager] = tokens;
  const shares = [recipientsOf(100)] as const;
  const call = (key: Hex, data: Hex) => send(pad, key, manager, data);
  await call(KEYS.owner, encodeFunctionData({ abi, functionName: "setShares", args: shares }));
  const to = [OWNER.address] as const;
  await call(KEYS.recipient, encodeFunctionData({ abi, functionName: "offerShare", args: to }));
  table["hand on a share, 100 recipients"] = await call(
    KEYS.owner,
    encodeFunctionData({ abi, functionName: "acceptShare", args: [RECIPIENT] }),
  );
  const offer = [token, RECIPIENT] as const;
  await call(KEYS.owner, encodeFunctionData({ abi, functionName: "offerPayee", args: offer }));
  await buy(pad, [token]);
  table["hand on a payee's place"] = await call(
    KEYS.recipient,
    encodeFunctionData({ abi, functionName: "acceptPayee", args: [token] }),
  );
}

async function buy(pad: Launchpad, tokens: readonly Address[]): Promise<void> {
  for (const token of tokens) {
    const order = { token, side: "buy", exact: "in", amount: parseEther("0.1") } as const;
    await pad.swap(pad.operator, order);
  }
}

async function send(pad: Launchpad, key: Hex, to: Address, data: Hex): Promise<number> {
  const hash = await pad.anvil.wallet(key).sendTransaction({ to, data });
  const { status, gasUsed } = await receiptOf(pad.client, hash);
  if (status !== "success") throw new Error(`a call of ${to} was reverted`);
  return Number(gasUsed);
}
