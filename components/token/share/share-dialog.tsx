"use client";

import { Share } from "lucide-react";
import { type RefObject, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog } from "@/components/ui/overlay/dialog";
import { QrCode } from "@/components/ui/qr-code";
import type { TokenBasicDetails } from "@/lib/features/market/schema/tokens";
import { SHARE_PICTURE, shareTitle } from "@/lib/features/share/rules/share-title";
import type { ChainSlug } from "@/lib/shared/chains";
import { CopyField } from "./copy-field";
import { EmbedCode } from "./embed-code";
import { shareLinks } from "./share-links";

/** All ways to share a token's page. Loaded when the dialog opens. */
export function ShareDialog({
  chain,
  token,
  focusAfter,
  onClose,
}: {
  chain: ChainSlug;
  token: TokenBasicDetails;
  focusAfter: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const path = `/${chain}/${token.tokenAddress}`;
  const url = window.location.origin + path;
  const title = shareTitle(chain, token);
  return (
    <Dialog open onClose={onClose} focusAfter={focusAfter} title="Share">
      <div className="grid gap-4">
        <Preview path={path} title={title} />
        <div className="flex flex-wrap gap-2">
          {shareLinks({ url, text: title }).map((service) => (
            <a
              key={service.title}
              href={service.href}
              target="_blank"
              rel="noopener noreferrer"
              className={cn(buttonClass(), "flex-1")}
            >
              {service.title}
            </a>
          ))}
          <DeviceShare data={{ title, url }} />
        </div>
        <CopyField label="Link" text={url} button="Copy link" />
        <details className="group">
          <summary className="w-fit font-medium text-sm">QR code</summary>
          <QrCode text={url} label="QR code of the link" className="mt-3 w-full max-w-52" />
        </details>
        <details>
          <summary className="w-fit font-medium text-sm">Embed on a website</summary>
          <EmbedCode url={url} title={title} />
        </details>
      </div>
    </Dialog>
  );
}

/** The image that other sites show with the link. */
function Preview({ path, title }: { path: string; title: string }) {
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  return (
    <div className="relative aspect-[1200/630] overflow-hidden rounded-control border border-line bg-raised">
      {state === "failed" ? (
        <p
          role="status"
          className="grid h-full place-items-center px-4 text-center text-muted text-sm"
        >
          The preview could not be loaded. The links work without it.
        </p>
      ) : (
        // biome-ignore lint/performance/noImgElement: drawn by our own server
        <img
          src={`/share${path}`}
          alt={`Preview of the link: ${title}`}
          width={SHARE_PICTURE.width}
          height={SHARE_PICTURE.height}
          onLoad={() => setState("loaded")}
          onError={() => setState("failed")}
          className={cn("size-full object-cover", state === "loading" && "opacity-0")}
        />
      )}
    </div>
  );
}

/** The share sheet of the device, where the browser has one. */
function DeviceShare({ data }: { data: ShareData }) {
  if (!("share" in navigator)) return null;
  const share = () =>
    // Closing the sheet, or a second tap while it is open, is not a failure.
    navigator.share(data).catch(() => undefined);
  return (
    <Button className="flex-1" onClick={() => void share()}>
      <Share aria-hidden="true" className="size-4" />
      More
    </Button>
  );
}
