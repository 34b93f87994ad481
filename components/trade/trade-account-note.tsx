import { shortenAddress } from "@/lib/web/format/shorten-address";
import type { TradingAccount } from "../wallet/use-account";

/** Shows which account trades, so that sandbox funds are not mistaken for real ones. */
export function TradeAccountNote({ account }: { account: TradingAccount }) {
  return (
    <p className="mt-2.5 min-h-4 text-center text-faint text-xs">
      {account.status === "present" && account.kind === "burner" && (
        <>
          Burner <span className="font-mono">{shortenAddress(account.address)}</span>, test ETH only
        </>
      )}
      {account.status === "absent" && account.sandbox && "Sandbox chain: no wallet needed"}
      {account.status === "present" && account.kind === "wallet" && (
        <>
          <bdi>{account.name}</bdi>{" "}
          <span className="font-mono">{shortenAddress(account.address)}</span>
        </>
      )}
    </p>
  );
}
