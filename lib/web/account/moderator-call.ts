import { getAddress, type Hash, isAddressEqual, isHex, type PublicClient } from "viem";
import { INCOME_GAS, TRANSACTION_GAS_MAX } from "@/lib/features/budget/rules/gas-limit";
import { dynamicAddressFeeSplitManagerAbi } from "@/lib/shared/abi/dynamic-address-fee-split-manager";
import { smaller } from "@/lib/shared/bigint-min-max";
import type { SentTransaction } from "../trade/run/sent-transaction";
import type { TradeSigner } from "../trade/run/trade-signer";
import { waitUntilMined } from "../trade/run/wait-until-mined";
import { TradeError } from "../trade/trade-error";
import { OtherWalletError } from "./other-wallet-error";

/**
 * Sends a call to a dynamic split, a change of shares or a dropped token, from the moderator's own wallet
 * and waits until it is mined.
 * @param options.reader its gas estimates have a margin, see `raiseEstimate`
 * @param options.transaction the unsigned transaction from the service
 * @param options.onSent receives the transaction before it is mined, and whenever more is known of it
 * @returns the hash under which it was mined
 * @throws OtherWalletError before any wallet request when the wallet is not the moderator's;
 * TradeError; before it is sent errors of the chain and the wallet
 */
export async function sendModeratorCall(options: {
  reader: PublicClient;
  signer: TradeSigner;
  moderator: string;
  transaction: { to: string; data: string };
  pollingMs: number;
  onSent: (sent: SentTransaction) => void;
}): Promise<Hash> {
  const { reader, signer, moderator, pollingMs, onSent } = options;
  const { to, data } = options.transaction;
  if (!isAddressEqual(signer.address, getAddress(moderator))) {
    throw new OtherWalletError(signer.address, moderator);
  }
  if (!isHex(data)) throw new Error("The service returned no transaction");
  const transaction = { to: getAddress(to), data, value: 0n };
  // The estimate also simulates: a call that would revert fails before the wallet opens.
  const [estimate, tokens] = await Promise.all([
    reader.estimateGas({ account: signer.address, ...transaction }),
    reader.readContract({
      address: transaction.to,
      abi: dynamicAddressFeeSplitManagerAbi,
      functionName: "managedTokens",
    }),
  ]);
  const gas = smaller(estimate + INCOME_GAS * BigInt(tokens.length), TRANSACTION_GAS_MAX);
  const sent = { hash: await signer.sendTransaction({ ...transaction, gas }), place: null };
  onSent(sent);
  return awaitModeratorCall({ reader, sent, pollingMs, onChange: onSent });
}

/**
 * Waits for a call that this page, or the one before a reload, sent.
 * @returns the hash under which it was mined
 * @throws TradeError reverted, cancelled, not_mined, and nothing else
 */
export async function awaitModeratorCall(options: {
  reader: PublicClient;
  sent: SentTransaction;
  pollingMs: number;
  onChange: (sent: SentTransaction) => void;
}): Promise<Hash> {
  const { reader, sent, pollingMs, onChange } = options;
  const { hash, receipt } = await waitUntilMined(reader, sent, { pollingMs, onChange });
  if (receipt.status === "reverted") throw new TradeError("reverted", hash);
  return hash;
}
