"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getAddress, isAddressEqual, isHex } from "viem";
import { call } from "@/lib/client/call";
import { configQuery } from "@/lib/client/queries";
import { chainReader } from "@/lib/client/trade/chain-reader";
import { TradeError } from "@/lib/client/trade/trade-error";
import { waitUntilMined } from "@/lib/client/trade/wait-until-mined";
import { signerFor } from "@/lib/client/wallet/signer-for";
import type { ChainSlug } from "@/lib/domain/chains";
import { changeManagerShares } from "@/lib/operations/account";
import type { SharesAnswer } from "@/lib/schemas/account";
import { type SharesDraft, toSharesBody } from "./shares-form";

const TIMEOUT_MS = 60_000;
const POLLING_MS = 1_000;

/** The moderator's wallet is not the one that this browser can sign with. */
export class OtherWalletError extends Error {
  override readonly name = "OtherWalletError";
}

/** Changes shares: by the managed wallet, or by a wallet of one's own that is asked to send it. */
export function useChangeShares(options: {
  accountId: string;
  chain: ChainSlug;
  manager: string;
  moderator: string;
}) {
  const { accountId, chain, manager, moderator } = options;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (draft: SharesDraft) => {
      const body = toSharesBody({ chain, manager }, draft);
      const answer = await call(changeManagerShares, { body }, { timeoutMs: TIMEOUT_MS });
      if (answer.transaction === null) return answer;
      const hash = await send(answer.transaction);
      return { ...answer, state: "completed" as const, transactionHash: hash };
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["own-earnings", accountId] }),
        queries.invalidateQueries({ queryKey: ["manager", chain, manager.toLowerCase()] }),
      ]),
  });

  async function send({ to, data }: NonNullable<SharesAnswer["transaction"]>) {
    const config = await queries.ensureQueryData(configQuery());
    const signer = await signerFor(chain, config);
    if (!isAddressEqual(signer.address, getAddress(moderator))) throw new OtherWalletError();
    if (!isHex(data)) throw new Error("The service answered no transaction");
    const reader = chainReader(chain);
    const transaction = { to: getAddress(to), data, value: 0n };
    const gas = await reader.estimateGas({ account: signer.address, ...transaction });
    const sent = await signer.sendTransaction({ ...transaction, gas });
    const { hash, status } = await waitUntilMined(reader, sent, POLLING_MS);
    if (status === "reverted") throw new TradeError("reverted", hash);
    return hash;
  }
}
