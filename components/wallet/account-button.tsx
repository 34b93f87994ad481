"use client";

import { Wallet } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { identityName } from "@/components/identity/identity-name";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { inPart, PartFailed } from "@/components/ui/part-boundary";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { AccountMark } from "./account-mark";
import { useBurner, useConnectedWallet, useSignedIn } from "./use-account";
import { useFollowedWallet } from "./use-followed-wallet";
import { useWatchlistSync } from "./use-watchlist-sync";

const AccountMenu = inPart(
  dynamic(() => import("./account-menu").then((module) => module.AccountMenu), {
    ssr: false,
  }),
  <PartFailed className="absolute top-full right-3 mt-2 rounded-control border bg-surface px-3 py-2 shadow-pop" />,
);

/** Account button of the header. All wallet code is in the menu, which loads on first use. */
export function AccountButton() {
  const button = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const burner = useBurner();
  const wallet = useConnectedWallet();
  const user = useSignedIn();
  useWatchlistSync(user);
  useFollowedWallet(wallet !== null);
  const address = wallet?.address ?? burner?.address ?? null;
  const name =
    address !== null ? shortenAddress(address) : user === null ? null : identityName(user);
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        size="small"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={`Account${name === null ? "" : ` ${name}`}${user === null ? "" : ", signed in"}`}
        className="relative h-9 min-w-9 px-2 sm:w-[8.25rem]"
        onClick={() => {
          setWanted(true);
          setOpen(!open);
        }}
      >
        {address === null ? (
          <Wallet aria-hidden="true" className="size-4" />
        ) : (
          <AccountMark address={address} />
        )}
        <span
          className={cn(
            "hidden truncate text-xs sm:inline",
            (address !== null || name === null) && "nums font-mono",
          )}
        >
          {name ?? "Account"}
        </span>
        {user !== null && (
          <span
            aria-hidden="true"
            className="-top-1 -right-1 absolute size-2.5 rounded-full border-2 border-canvas bg-[var(--ok-text)]"
          />
        )}
      </Button>
      {wanted && <AccountMenu anchor={button} open={open} onOpenChange={setOpen} />}
    </>
  );
}
