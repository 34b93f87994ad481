"use client";

import { Flame } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { useBurner } from "@/components/wallet/use-account";
import { shortenAddress } from "@/lib/web/format/shorten-address";

/** The button that signs in with this browser's burner account. It shows the address once there is one. */
export function BurnerButton({ isPending, onPress }: { isPending: boolean; onPress: () => void }) {
  const account = useBurner();
  return (
    <Button className="h-11 w-full" disabled={isPending} onClick={onPress}>
      {isPending ? <Spinner /> : <Flame aria-hidden="true" className="size-4 text-accent-text" />}
      Burner account
      {account !== null && (
        <span className="font-mono text-faint text-xs">{shortenAddress(account.address)}</span>
      )}
    </Button>
  );
}
