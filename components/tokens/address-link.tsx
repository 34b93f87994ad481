import Link from "next/link";
import type { ChainSlug } from "@/lib/shared/chains";
import { shortenAddress } from "@/lib/web/shorten-address";

/** A shortened address that links to its page. */
export function AddressLink({ chain, address }: { chain: ChainSlug; address: string }) {
  return (
    <Link
      href={`/${chain}/address/${address}`}
      prefetch={false}
      title={address}
      className="underline-offset-4 hover:underline"
    >
      {shortenAddress(address)}
    </Link>
  );
}
