"use client";

import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { QrCode } from "@/components/ui/qr-code";

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
  return (
    <div className="grid justify-items-center gap-3">
      <QrCode text={uri} label={labels.picture} className="w-full max-w-64" />
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
