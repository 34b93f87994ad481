import { getAddress, type Hash, isAddressEqual, isHex, type PublicClient } from "viem";
import { gasLimitFor, INCOME_GAS } from "@/lib/features/budget/rules/gas-limit";
import { TradeError } from "../trade/trade-error";
import type { TradeSigner } from "../trade/trade-signer";
import { waitUntilMined } from "../trade/wait-until-mined";
import { OtherWalletError } from "./other-wallet-error";

/**
 * Has the moderator's own wallet send a change of shares, and waits until it is mined.
 * @param options.transaction what the service answered to be sent
 * @param options.onSent told the transaction's hash before it is mined, and again when the wallet
 * replaces it by the same one at another price
 * @returns the hash under which it was mined
 * @throws OtherWalletError before anything is asked of a wallet that is not the moderator's;
 * TradeError reverted, cancelled; or what the chain and the wallet throw
 */
export async function sendSharesChange(options: {
  reader: PublicClient;
  signer: TradeSigner;
  moderator: string;
  transaction: { to: string; data: string };
  pollingMs: number;
  onSent: (hash: Hash) => void;
}): Promise<Hash> {
  const { reader, signer, moderator, pollingMs, onSent } = options;
  const { to, data } = options.transaction;
  if (!isAddressEqual(signer.address, getAddress(moderator))) throw new OtherWalletError();
  if (!isHex(data)) throw new Error("The service answered no transaction");
  const transaction = { to: getAddress(to), data, value: 0n };
  // The estimate is a dry run as well: what would revert is refused before a wallet is asked.
  const estimate = await reader.estimateGas({ account: signer.address, ...transaction });
  const gas = gasLimitFor(estimate, INCOME_GAS);
  const hash = await signer.sendTransaction({ ...transaction, gas });
  onSent(hash);
  return awaitShares({ reader, hash, pollingMs, onReplaced: onSent });
}

/**
 * Waits for a change of shares that was sent, by this page or by the one before a reload.
 * @returns the hash under which it was mined
 * @throws TradeError reverted, cancelled; viem's WaitForTransactionReceiptTimeoutError
 */
export async function awaitShares(options: {
  reader: PublicClient;
  hash: Hash;
  pollingMs: number;
  onReplaced: (hash: Hash) => void;
}): Promise<Hash> {
  const { reader, pollingMs, onReplaced } = options;
  const { hash, status } = await waitUntilMined(reader, options.hash, pollingMs, onReplaced);
  if (status === "reverted") throw new TradeError("reverted", hash);
  return hash;
}
