import { shortenAddress } from "@/lib/web/shorten-address";
import type { TradingAccount } from "../wallet/use-account";

/** Says whose account trades, so that nobody mistakes the sandbox for money. */
export function TradeAccountNote({ account }: { account: TradingAccount }) {
  return (
    <p className="mt-2.5 min-h-4 text-center text-faint text-xs">
      {account.status === "present" && account.kind === "burner" && (
        <>
          Burner <span className="font-mono">{shortenAddress(account.address)}</span>, test ETH only
        </>
      )}
      {account.status === "absent" && account.sandbox && "Sandbox chain: no wallet is needed"}
      {account.status === "present" && account.kind === "wallet" && (
        <>
          <bdi>{account.name}</bdi>{" "}
          <span className="font-mono">{shortenAddress(account.address)}</span>
        </>
      )}
    </p>
  );
}
