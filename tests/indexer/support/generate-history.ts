import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint160,
  maxUint256,
  numberToHex,
  parseAbi,
  parseEther,
  toHex,
  zeroHash,
} from "viem";
import { dynamicAddressFeeSplitManagerAbi } from "@/lib/shared/abi/dynamic-address-fee-split-manager";
import { feeStreamAbi } from "@/lib/shared/abi/fee-stream";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchTokenAbi } from "@/lib/shared/abi/launch-token";
import { managerFactoryAbi } from "@/lib/shared/abi/manager-factory";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";
import { newAddress } from "@/tests/setup/chain/new-address";
import { encodeRouterSwap } from "@/tests/setup/chain/universal-router";
import type { Fixture } from "./create-fixture";
import { type SeededRandom, seededRandom } from "./seeded-random";
import type { startReorgChain } from "./test-chains";

type ReorgFixture = Fixture<Awaited<ReturnType<typeof startReorgChain>>>;
type Launched = { token: Address; creator: Address; manager: Address | null; kind: number };

const permit2Abi = parseAbi([
  "function approve(address token, address spender, uint160 amount, uint48 expiration)",
]);
const GAS = numberToHex(1_500_000);
const DAY = 86_400;

/**
 * All events of a launchpad, in blocks of many transactions over several days: launches with every
 * kind of manager, with and without launch protection and referral, swaps of all four kinds,
 * transfers, burns, claims, and actions of managers and their owners. Reverted transactions have no
 * effect.
 */
export async function createHistory(fixture: ReorgFixture, seed: number) {
  const { chain, deployment } = fixture;
  const { contracts } = deployment;
  const random: SeededRandom = seededRandom(seed);
  const tokens: Launched[] = [];
  const traders = Array.from({ length: 6 }, newAddress);
  const accounts = new Set<Address>(traders);
  const approved = new Set<string>();
  const rpc = (method: string, params: unknown[] = []) =>
    chain.client.request<{ Method: string; Parameters: unknown[]; ReturnType: unknown }>({
      method,
      params,
    });
  await rpc("anvil_autoImpersonateAccount", [true]);
  await rpc("evm_setBlockGasLimit", [numberToHex(2_000_000_000)]);

  async function enrich(address: Address): Promise<Address> {
    await rpc("anvil_setBalance", [address, toHex(parseEther("1000000"))]);
    accounts.add(address);
    return address;
  }
  for (const trader of traders) await enrich(trader);
  const owner = await enrich(newAddress());
  const recipient = await enrich(newAddress());
  await chain.client.request<{ Method: string; Parameters: unknown[]; ReturnType: unknown }>({
    method: "eth_sendTransaction",
    params: [
      {
        from: owner,
        to: contracts.managerFactory,
        data: encodeFunctionData({
          abi: managerFactoryAbi,
          functionName: "createRevenueManager",
          args: [owner, recipient, 2_000, zeroHash],
        }),
        gas: GAS,
      },
    ],
  });
  const revenue = await chain.client.readContract({
    address: contracts.managerFactory,
    abi: managerFactoryAbi,
    functionName: "predictRevenueManager",
    args: [owner, owner, recipient, 2_000, zeroHash],
  });

  async function launch(): Promise<void> {
    const number = tokens.length;
    const kind = ([0, 1, 2, 3] as const)[number % 4] ?? 0;
    const creator = await enrich(newAddress());
    // A sync without earnings emits no event, so tokens of the revenue manager always earn.
    const feeShareBps = random.pick(kind === 1 ? [2_500, 8_000] : [0, 8_000, 9_999, 10_000]);
    const name = `${random.pick(["First", "Second", "Élan", "Deep"])} ${random.pick(["Light", "Harbour Cat", "Moon"])} ${number}`;
    const launched = await fixture.launch({
      name,
      symbol: `S${number}`,
      managerKind: kind,
      creator,
      feeShareBps,
      marketCapUsdc: BigInt(random.pick([1_000, 4_000, 90_000])) * 1_000_000n,
      launchProtection: number % 2 === 0,
      referralPercent: [0, 20, 7][number % 3] ?? 0,
      ...(kind === 1 ? { manager: revenue } : {}),
    });
    for (const account of launched.recipients) accounts.add(account);
    const { manager } = launched.record;
    tokens.push({ token: launched.token, creator, manager: kind === 0 ? null : manager, kind });
  }

  const send = (from: Address, to: Address, data: Hex, value = 0n) =>
    rpc("eth_sendTransaction", [{ from, to, data, gas: GAS, value: numberToHex(value) }]).catch(
      () => undefined,
    );
  const balanceOf = (token: Address, account: Address) =>
    chain.client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [account],
    });

  async function approve(trader: Address, token: Address): Promise<void> {
    const key = `${trader}:${token}`;
    if (approved.has(key)) return;
    approved.add(key);
    const { permit2, universalRouter } = contracts;
    const spend = { abi: erc20Abi, functionName: "approve" } as const;
    await send(trader, token, encodeFunctionData({ ...spend, args: [permit2, maxUint256] }));
    const args = [token, universalRouter, maxUint160, 2 ** 44] as const;
    await send(
      trader,
      permit2,
      encodeFunctionData({ abi: permit2Abi, functionName: "approve", args }),
    );
  }

  async function swap(): Promise<void> {
    const trader = random.pick(traders);
    const { token } = random.pick(tokens);
    const held = await balanceOf(token, trader);
    const side = held > 0n && random.next() < 0.45 ? "sell" : "buy";
    const exact = random.pick(["in", "out"] as const);
    const eth = parseEther((0.001 + random.next() ** 3 * 2).toFixed(6));
    const part = held / BigInt(1 + random.below(9));
    const amounts = {
      buy: { in: eth, out: BigInt(1 + random.below(900_000_000)) * 10n ** 18n },
      sell: { in: part, out: eth / 50n },
    } as const;
    await approve(trader, token);
    const amount = amounts[side][exact];
    const hookData = random.next() < 0.5 ? random.pick(traders) : "0x";
    const order = { token, side, exact, amount, hookData } as const;
    const data = encodeRouterSwap({ ...order, hook: contracts.launchHook });
    const value = side === "sell" ? 0n : exact === "in" ? amount : parseEther("50");
    await send(trader, contracts.universalRouter, data, value);
  }

  async function earn(token: Address): Promise<void> {
    const order = { token, side: "buy", exact: "in", amount: parseEther("0.01") } as const;
    const data = encodeRouterSwap({ ...order, hook: contracts.launchHook });
    await send(random.pick(traders), contracts.universalRouter, data, order.amount);
  }

  async function moveTokens(): Promise<void> {
    const trader = random.pick(traders);
    const { token } = random.pick(tokens);
    const held = await balanceOf(token, trader);
    if (held === 0n) return;
    const whole = random.next() < 0.1 ? held : held / BigInt(2 + random.below(50));
    const burn = () =>
      encodeFunctionData({ abi: launchTokenAbi, functionName: "burn", args: [whole / 5n] });
    const args = [random.pick(traders), whole] as const;
    const give = () => encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args });
    const data = random.next() < 0.4 ? burn() : give();
    await send(trader, token, data);
  }

  async function moveFees(): Promise<void> {
    const { token, manager, kind, creator } = random.pick(tokens);
    const { launchHook, feeStream } = contracts;
    if (manager === null) {
      const claim = encodeFunctionData({
        abi: launchHookAbi,
        functionName: "claim",
        args: [token],
      });
      await send(random.pick(traders), launchHook, claim);
      if (random.next() < 0.1) {
        const to = await enrich(newAddress());
        const args = [creator, to, BigInt(token)] as const;
        await send(
          creator,
          feeStream,
          encodeFunctionData({ abi: feeStreamAbi, functionName: "transferFrom", args }),
        );
      }
      return;
    }
    const call = (from: Address, data: Hex, value = 0n) => send(from, manager, data, value);
    const abi = revenueManagerAbi;
    const mine = await chain.client.readContract({
      address: manager,
      abi: revenueManagerAbi,
      functionName: "payeeOf",
      args: [token],
    });
    const payee = random.pick([...accounts, mine, mine, mine, mine, creator, creator]);
    if (kind === 1) await earn(token);
    const calls: (() => Promise<unknown>)[] = [
      () => call(payee, encodeFunctionData({ abi, functionName: "release", args: [payee] })),
      () =>
        call(
          payee,
          encodeFunctionData({ abi, functionName: "syncAndRelease", args: [payee, [token]] }),
        ),
      () => call(payee, encodeFunctionData({ abi, functionName: "releaseTo", args: [payee] })),
      () => call(payee, "0x", parseEther("0.01")),
    ];
    calls.push(async () => {
      await call(
        mine,
        encodeFunctionData({ abi, functionName: "offerPayee", args: [token, payee] }),
      );
      await call(payee, encodeFunctionData({ abi, functionName: "acceptPayee", args: [token] }));
    });
    if (kind === 3) {
      calls.push(() => setShares(manager, creator));
      const drop = { abi: dynamicAddressFeeSplitManagerAbi, functionName: "drop" } as const;
      calls.push(() => call(creator, encodeFunctionData({ ...drop, args: [token] })));
    }
    if (kind > 1) calls.push(() => handOnShare(manager, payee));
    if (kind === 1) calls.push(() => changeRecipient(token));
    await random.pick(calls)();
  }

  /** With named tokens, some of which have no pending fees, or with none. */
  async function changeRecipient(token: Address): Promise<void> {
    const to = await enrich(newAddress());
    const named = random.next() < 0.6 ? tokens.filter(({ kind }) => kind === 1) : [];
    const args = [to, named.map((one) => one.token)] as const;
    const abi = revenueManagerAbi;
    await send(
      owner,
      revenue,
      encodeFunctionData({ abi, functionName: "setProtocolRecipient", args }),
    );
    await send(owner, revenue, encodeFunctionData({ abi, functionName: "sync", args: [token] }));
  }

  /** A recipient of a split transfers its share to an account that may have one already. */
  async function handOnShare(manager: Address, to: Address): Promise<void> {
    const abi = dynamicAddressFeeSplitManagerAbi;
    const recipients = await chain.client.readContract({
      address: manager,
      abi,
      functionName: "recipients",
    });
    const { account: from } = random.pick([...recipients]);
    await enrich(from);
    await enrich(to);
    const offer = encodeFunctionData({ abi, functionName: "offerShare", args: [to] });
    await send(from, manager, offer);
    const accept = encodeFunctionData({ abi, functionName: "acceptShare", args: [from] });
    await send(to, manager, accept);
  }

  async function setShares(manager: Address, moderator: Address): Promise<void> {
    const named = [
      ...new Set([random.pick([...accounts]), newAddress(), random.pick([...accounts])]),
    ];
    for (const account of named) accounts.add(account);
    const share = Math.floor(10_000_000 / named.length);
    const recipients = named.map((account, i) => ({
      account,
      share: i === 0 ? 10_000_000 - share * (named.length - 1) : share,
    }));
    const data = encodeFunctionData({
      abi: dynamicAddressFeeSplitManagerAbi,
      functionName: "setShares",
      args: [recipients],
    });
    await send(moderator, manager, data);
  }

  async function mineBlock(transactions: number): Promise<void> {
    for (let i = 0; i < transactions; i += 1) {
      const dice = random.next();
      if (dice < 0.82) await swap();
      else if (dice < 0.92) await moveTokens();
      else await moveFees();
    }
    const pause = random.next() < 0.02 ? random.below(DAY) : random.below(40);
    await rpc("evm_increaseTime", [pause]);
    await rpc("evm_mine");
  }

  return {
    tokens,
    accounts,
    launch,
    /** Mines blocks with about this many transactions each. */
    async run(blocks: number, transactions: number): Promise<void> {
      await rpc("evm_setAutomine", [false]);
      for (let i = 0; i < blocks; i += 1) await mineBlock(transactions);
      await rpc("evm_setAutomine", [true]);
    },
  };
}
