"use client";

import { Wallet } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { shortenAddress } from "@/lib/client/shorten-address";
import { AccountMark } from "./account-mark";
import { useBurner, useConnectedWallet } from "./use-account";

const AccountMenu = dynamic(() => import("./account-menu").then((module) => module.AccountMenu), {
  ssr: false,
});

/** The account in the header. All wallet code is in the menu, which loads when it is first opened. */
export function AccountButton() {
  const button = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const burner = useBurner();
  const wallet = useConnectedWallet();
  const address = wallet?.address ?? burner?.address ?? null;
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        size="small"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={address === null ? "Account" : `Account ${shortenAddress(address)}`}
        className="h-9 min-w-9 px-2 sm:w-[8.25rem]"
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
        <span className="nums hidden font-mono text-xs sm:inline">
          {address === null ? "Account" : shortenAddress(address)}
        </span>
      </Button>
      {wanted && <AccountMenu anchor={button} open={open} onOpenChange={setOpen} />}
    </>
  );
}
