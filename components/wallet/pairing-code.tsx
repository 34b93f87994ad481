"use client";

import { useMemo } from "react";
import { encode } from "uqr";
import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";

/** Labels of a QR code; for wallets by default. */
const WALLET_LABELS = {
  picture: "QR code for your wallet",
  hint: "Scan with your wallet.",
  open: "Open wallet app",
  copy: "Copy link",
};

/** QR code for an app on another device, and a link for an app on this device. */
export function PairingCode({
  uri,
  labels = WALLET_LABELS,
}: {
  uri: string;
  labels?: typeof WALLET_LABELS;
}) {
  const { path, size } = useMemo(() => draw(uri), [uri]);
  return (
    <div className="grid justify-items-center gap-3">
      <svg
        role="img"
        aria-label={labels.picture}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="w-full max-w-64 rounded-control bg-white p-2"
      >
        <path d={path} fill="#0c1116" />
      </svg>
      <p className="text-center text-muted text-sm">{labels.hint}</p>
      <div className="flex gap-2">
        <a href={uri} className={buttonClass({ size: "small" })}>
          {labels.open}
        </a>
        <CopyButton text={uri} label={labels.copy} size="small">
          Copy
        </CopyButton>
      </div>
    </div>
  );
}

/** The dark modules as one path. */
function draw(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return { path, size };
}
