"use client";

import { Share2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { inPart } from "@/components/ui/part-boundary";
import type { TokenBasicDetails } from "@/lib/features/market/schema/tokens";
import type { ChainSlug } from "@/lib/shared/chains";

const ShareDialog = inPart(
  dynamic(() => import("./share-dialog").then((module) => module.ShareDialog), {
    ssr: false,
  }),
);

/** Opens links, picture, QR code and embed code of a token. */
export function ShareButton({ chain, token }: { chain: ChainSlug; token: TokenBasicDetails }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const props = { chain, token, focusAfter: button, onClose: () => setOpen(false) };
  return (
    <>
      <Button
        ref={button}
        size="small"
        className="h-9"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Share2 aria-hidden="true" className="size-4" />
        Share
      </Button>
      {isOpen && <ShareDialog {...props} />}
    </>
  );
}
