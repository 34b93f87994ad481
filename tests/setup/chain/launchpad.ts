import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type Address,
  type Hex,
  keccak256,
  maxUint160,
  maxUint256,
  parseAbi,
  parseEventLogs,
  stringToHex,
  zeroAddress,
} from "viem";
import { deployContracts } from "@/contracts/script/deploy/deploy";
import { type AttachConsent, NO_CONSENT } from "@/lib/features/managers/rules/attach-consent";
import { deployment } from "@/lib/schemas/deployment";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchTokenAbi } from "@/lib/shared/abi/launch-token";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { type Anvil, startAnvil } from "./anvil";
import { receiptOf } from "./receipt-of";
import { encodeRouterSwap, type RouterSwap } from "./universal-router";

/** The same key in every run, so that gas and addresses do not change. */
const OPERATOR: Hex = `0x${"5111".repeat(16)}`;
const permit2Abi = parseAbi([
  "function approve(address token, address spender, uint160 amount, uint48 expiration)",
]);

export type ManagerArgs = {
  kind: number;
  manager: Address;
  creatorFirstBps: number;
  moderator: Address;
  recipients: { account: Address; share: number }[];
  consent: AttachConsent;
};

/** Terms of a launch beside those of an ordinary one. */
export type LaunchTerms = { name?: string; launchProtection?: boolean; referralPercent?: number };

export const NO_MANAGER: ManagerArgs = {
  kind: 0,
  manager: zeroAddress,
  creatorFirstBps: 0,
  moderator: zeroAddress,
  recipients: [],
  consent: NO_CONSENT,
};

/** `count` recipients with equal shares, the remainder to the last. */
export function equalRecipients(count: number): ManagerArgs["recipients"] {
  const share = Math.floor(10_000_000 / count);
  return Array.from({ length: count }, (_, index) => ({
    account: `0x${(0xabcdef0123456789abcdef0123456789abcdef01n + BigInt(index)).toString(16)}`,
    share: index === count - 1 ? 10_000_000 - share * (count - 1) : share,
  }));
}

/** An anvil with the sandbox deployment and helpers for it. Call `stop()` to end it. */
export async function startLaunchpad() {
  const anvil: Anvil = await startAnvil({ fundedKeys: [OPERATOR] });
  const folder = mkdtempSync(path.join(tmpdir(), "slipway-launchpad-"));
  const manifestPath = await deployContracts({
    rpcUrl: anvil.rpcUrl,
    chainId: anvil.chainId,
    slug: "base-sepolia",
    privateKey: OPERATOR,
    manifestPath: path.join(folder, "base-sepolia.json"),
    sandbox: true,
    log: () => {},
  });
  const { contracts, universalRouterVersion } = deployment.parse(
    JSON.parse(readFileSync(manifestPath, "utf8")),
  );
  const operator = anvil.wallet(OPERATOR);
  const { client } = anvil;
  let launches = 0;

  /** Launches a token and returns the event's fields and the gas. */
  const launch = async (
    creator: Address,
    manager: ManagerArgs = NO_MANAGER,
    shareBps = 8_000,
    terms: LaunchTerms = {},
  ) => {
    const hash = await operator.writeContract({
      address: contracts.launchpad,
      abi: launchpadAbi,
      functionName: "launch",
      args: [
        {
          name: terms.name ?? "Harbour Cat",
          symbol: "HCAT",
          tokenURI: "ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
          creator,
          feeShareBps: shareBps,
          marketCapUsdc: 10_000_000_000n,
          launchId: keccak256(stringToHex(`job-${++launches}`)),
          startTime: 0n,
          launchProtection: terms.launchProtection ?? false,
          referralPercent: terms.referralPercent ?? 0,
        },
        manager,
      ],
    });
    const receipt = await receiptOf(client, hash);
    const [event] = parseEventLogs({
      abi: launchpadAbi,
      logs: receipt.logs,
      eventName: "TokenLaunched",
    });
    if (!event) throw new Error(`launch ${hash} ended as ${receipt.status}`);
    return { ...event.args, gasUsed: receipt.gasUsed };
  };

  type Wallet = Anvil extends { wallet: (key: Hex) => infer W } ? W : never;
  /** Approves the router for a seller's tokens: the token for Permit2, Permit2 for the router. */
  const approve = async (wallet: Wallet, token: Address) => {
    const first = await wallet.writeContract({
      address: token,
      abi: launchTokenAbi,
      functionName: "approve",
      args: [contracts.permit2, maxUint256],
    });
    await receiptOf(client, first);
    const second = await wallet.writeContract({
      address: contracts.permit2,
      abi: permit2Abi,
      functionName: "approve",
      args: [token, contracts.universalRouter, maxUint160, 2 ** 40],
    });
    await receiptOf(client, second);
  };

  /** Swaps through the Universal Router and returns the hook's events and the gas. */
  const swap = async (wallet: Wallet, order: Omit<RouterSwap, "hook">, valueWei?: bigint) => {
    const transaction = {
      to: contracts.universalRouter,
      data: encodeRouterSwap({ ...order, hook: contracts.launchHook }),
      value: valueWei ?? (order.side === "buy" ? order.amount : 0n),
    };
    const { account } = wallet;
    const gas = await client.estimateGas({ account: account.address, ...transaction });
    // A margin like that of wallets: the first swap of a second also moves the anchor.
    const hash = await wallet.sendTransaction({ ...transaction, gas: (gas * 5n) / 4n });
    const receipt = await receiptOf(client, hash);
    if (receipt.status !== "success") throw new Error(`swap ${hash} reverted`);
    const events = parseEventLogs({ abi: launchHookAbi, logs: receipt.logs });
    const [trade] = events.filter((event) => event.eventName === "TokenSwap");
    if (!trade) throw new Error(`swap ${hash} has no TokenSwap`);
    const moves = events.filter((event) => event.eventName === "BidWallRepositioned");
    return { trade: trade.args, moves, gasUsed: receipt.gasUsed };
  };

  const balanceOf = (token: Address, account: Address) =>
    client.readContract({
      address: token,
      abi: launchTokenAbi,
      functionName: "balanceOf",
      args: [account],
    });

  const stop = async () => {
    await anvil.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    anvil,
    client,
    contracts,
    universalRouterVersion,
    operatorKey: OPERATOR,
    operator,
    launch,
    approve,
    swap,
    balanceOf,
    stop,
  };
}

export type Launchpad = Awaited<ReturnType<typeof startLaunchpad>>;
