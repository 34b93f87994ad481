"use client";

import Link from "next/link";
import { cn } from "@/components/ui/cn";
import type { ChainSlug } from "@/lib/shared/chains";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { shortenName } from "@/lib/web/names/shorten-name";
import { useAddressName } from "./use-address-name";

/** The width of an address on phones and of a short name elsewhere, so that a name moves nothing. */
const FIXED = "inline-block w-[11ch] truncate align-top sm:w-[16ch]";

/** The name of an address, or the shortened address, that links to its page. */
export function AddressLink({ chain, address }: { chain: ChainSlug; address: string }) {
  const { isOn, name } = useAddressName(address);
  return (
    <Link
      href={`/${chain}/address/${address}`}
      prefetch={false}
      title={name === null ? address : `${name} · ${address}`}
      className={cn("underline-offset-4 hover:underline", isOn && FIXED)}
    >
      {name === null ? (
        shortenAddress(address)
      ) : (
        <>
          <bdi className="sm:hidden">{shortenName(name, 11)}</bdi>
          <bdi className="max-sm:hidden">{shortenName(name, 16)}</bdi>
        </>
      )}
    </Link>
  );
}
