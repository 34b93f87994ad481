import {
  type Address,
  encodeFunctionData,
  type Hash,
  isAddressEqual,
  type PublicClient,
  parseEventLogs,
} from "viem";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";
import { BUNDLED_READS } from "../trade/chain-reader";
import type { SentTransaction } from "../trade/run/sent-transaction";
import type { TradeSigner } from "../trade/run/trade-signer";
import { waitUntilMined } from "../trade/run/wait-until-mined";
import { TradeError } from "../trade/trade-error";

/** Streams that one release claims into its manager; the others wait for the next one. */
const SYNCED_MAX = 20;

export type ShareRelease = { account: Address; hash: Hash; paidWei: bigint };

/**
 * Makes a manager pay an account's pending balance after claiming its tokens' income. Anyone can
 * trigger it; only the account is paid.
 * @param options.reader its gas estimates have a margin, see `raiseEstimate`
 * @param options.onSent receives the transaction before it is mined, and whenever more is known of it
 * @throws TradeError; before it is sent errors of the chain and the wallet
 */
export async function releaseShare(options: {
  reader: PublicClient;
  signer: TradeSigner;
  manager: Address;
  account: Address;
  tokens: readonly Address[];
  pollingMs: number;
  onSent: (sent: SentTransaction) => void;
}): Promise<ShareRelease> {
  const { reader, signer, manager, account, pollingMs, onSent } = options;
  const synced = await tokensThatPay(reader, { manager, account, tokens: options.tokens });
  const data = encodeFunctionData({
    abi: revenueManagerAbi,
    functionName: "syncAndRelease",
    args: [account, synced],
  });
  const call = { to: manager, data, value: 0n };
  // The estimate also simulates: a call that would revert fails before the wallet opens.
  const gas = await reader.estimateGas({ account: signer.address, ...call });
  const sent = { hash: await signer.sendTransaction({ ...call, gas }), place: null };
  onSent(sent);
  return awaitRelease({ reader, manager, account, sent, pollingMs, onChange: onSent });
}

/**
 * Waits for a sent release and reads the amount that it paid.
 * @throws TradeError reverted, cancelled, not_mined, and nothing else
 */
export async function awaitRelease(options: {
  reader: PublicClient;
  manager: Address;
  account: Address;
  sent: SentTransaction;
  pollingMs: number;
  onChange: (sent: SentTransaction) => void;
}): Promise<ShareRelease> {
  const { reader, manager, account, sent, pollingMs, onChange } = options;
  const { hash, receipt } = await waitUntilMined(reader, sent, { pollingMs, onChange });
  if (receipt.status === "reverted") throw new TradeError("reverted", hash);
  const { logs } = receipt;
  const payments = parseEventLogs({ abi: revenueManagerAbi, eventName: "Paid", logs });
  const paidWei = payments
    .filter(
      ({ address, args }) =>
        isAddressEqual(address, manager) && isAddressEqual(args.account, account),
    )
    .reduce((sum, { args }) => sum + args.amount, 0n);
  return { account, hash, paidWei };
}

/**
 * The tokens whose income pays the account the most; others pay creators of other tokens. Read from the
 * manager, not from the streams: after anyone claims a stream, its income waits in the manager.
 */
async function tokensThatPay(
  reader: PublicClient,
  { manager, account, tokens }: { manager: Address; account: Address; tokens: readonly Address[] },
): Promise<Address[]> {
  if (tokens.length === 0) return [];
  const call = { address: manager, abi: revenueManagerAbi, functionName: "claimable" } as const;
  const sets = [[], ...tokens.map((token) => [token])];
  const contracts = sets.map((set) => ({ ...call, args: [account, set] as const }));
  const [heldWei = 0n, ...totals] = await reader.multicall({ ...BUNDLED_READS, contracts });
  const parts = tokens.map((token, index) => ({ token, wei: (totals[index] ?? 0n) - heldWei }));
  return parts
    .filter(({ wei }) => wei > 0n)
    .sort((one, other) => (one.wei < other.wei ? 1 : -1))
    .slice(0, SYNCED_MAX)
    .map(({ token }) => token);
}
