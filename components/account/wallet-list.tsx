"use client";

import { ArrowUpRight } from "lucide-react";
import { parseEther } from "viem";
import { identityName } from "@/components/identity/identity-name";
import { useSiteName } from "@/components/layout/site-facts";
import { Amount } from "@/components/tokens/amounts/amount";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { AccountMark } from "@/components/wallet/account-mark";
import type { EarningsAnswer } from "@/lib/features/fees/schema/earnings";
import type { AccountAnswer } from "@/lib/features/users/schema";
import { CHAINS } from "@/lib/shared/chains";
import { pendingWithdrawal } from "@/lib/web/account/pending-withdrawal";

type Wallet = EarningsAnswer["wallets"][number];

/** Wallets of this account with balances and the withdraw action. */
export function WalletList({ own, earnings }: { own: AccountAnswer; earnings: EarningsAnswer }) {
  const siteName = useSiteName();
  return (
    <Card data-slot="wallet-list" className="p-5 sm:p-6">
      <h2 className="font-semibold text-lg">Your wallets</h2>
      <p className="mt-1 text-muted text-sm">
        {siteName} holds the keys of managed wallets. Withdraw to a wallet that you control.
      </p>
      <ul className="mt-3">
        {earnings.wallets.map((wallet) => (
          <WalletItem key={wallet.address} wallet={wallet} own={own} earnings={earnings} />
        ))}
      </ul>
    </Card>
  );
}

function WalletItem({
  wallet,
  own,
  earnings,
}: {
  wallet: Wallet;
  own: AccountAnswer;
  earnings: EarningsAnswer;
}) {
  const { address, managed, chains } = wallet;
  const identity = own.account.wallets.find((one) => one.address === address)?.identity;
  return (
    <li className="border-t py-4 first:border-t-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <AccountMark address={address} className="size-8" />
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex items-center gap-1">
            <span title={address} className="truncate font-mono text-sm">
              {address}
            </span>
            <CopyButton text={address} label="Copy wallet address" className="size-8" />
          </p>
          <p className="flex items-center gap-2 text-faint text-xs">
            <Badge tone={managed ? "sea" : "neutral"}>{managed ? "Managed" : "External"}</Badge>
            {identity !== undefined && managed && (
              <span className="truncate">
                for <bdi>{identityName(identity)}</bdi>
              </span>
            )}
          </p>
        </div>
        {managed && <WithdrawButton wallet={wallet} own={own} earnings={earnings} />}
      </div>
      <dl className="mt-3 grid gap-x-8 gap-y-1 text-sm sm:grid-cols-3">
        {chains.map(({ chain, balance }) => (
          <div key={chain} className="flex justify-between gap-3">
            <dt className="text-faint">{CHAINS[chain].name}</dt>
            <dd>
              {balance === null ? (
                <span className="text-faint text-xs">unavailable</span>
              ) : (
                <Amount value={balance} unit="ETH" />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function WithdrawButton({
  wallet,
  own,
  earnings,
}: {
  wallet: Wallet;
  own: AccountAnswer;
  earnings: EarningsAnswer;
}) {
  const { address, chains } = wallet;
  const funded = chains.filter(({ balance }) => balance !== null && parseEther(balance) > 0n);
  const isSending = earnings.actions.some(
    (action) =>
      action.kind === "withdrawal" && action.state === "pending" && action.wallet === address,
  );
  const withdraw = () => {
    const [first] = funded;
    if (first === undefined) return;
    pendingWithdrawal.write({
      accountId: own.account.id,
      wallet: address,
      chain: first.chain,
      to: "",
      amount: "",
      confirmed: null,
    });
  };
  return (
    <Button
      className="max-sm:w-full"
      disabled={funded.length === 0}
      onClick={withdraw}
      title={funded.length === 0 ? "Nothing to withdraw yet" : undefined}
    >
      <ArrowUpRight aria-hidden="true" className="size-4" />
      {isSending ? "Withdrawing…" : "Withdraw"}
    </Button>
  );
}
