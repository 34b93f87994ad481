import type { BodyOf } from "@slipway-launchpad/client";
import { UsageError } from "./usage-error";

type Consent = NonNullable<BodyOf<"launchMemecoin">["feeSplitManagerConsent"]>;

/**
 * A moderator's consent written as `nonce:deadline:signature`.
 * @throws UsageError
 */
export function readConsent(text: string): Consent {
  const [nonce = "", deadline = "", signature = "", ...rest] = text.split(":");
  const isWhole = [nonce, deadline].every((number) => /^\d{1,78}$/.test(number));
  if (!isWhole || !/^0x[0-9a-fA-F]+$/.test(signature) || rest.length > 0) {
    throw new UsageError("--fee-split-manager-consent must be <nonce:deadline:signature>");
  }
  return { nonce, deadline, signature };
}
