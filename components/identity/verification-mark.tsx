import { BadgeCheck } from "lucide-react";
import { PlainButton } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/overlay/tooltip";

/** Shows whether an identity is verified, with an explanation on hover, focus and tap. */
export function VerificationMark({ verified }: { verified: boolean }) {
  if (verified) {
    return (
      <Tooltip hint="Verified: the owner of this account has signed in here.">
        <PlainButton aria-label="verified" className="cursor-help rounded-sm p-0.5">
          <BadgeCheck aria-hidden="true" className="size-4 text-sea-text" />
        </PlainButton>
      </Tooltip>
    );
  }
  return (
    <Tooltip hint="Unverified: the owner of this account has not signed in here and may not be involved. Their share is held until they sign in.">
      <PlainButton className="cursor-help whitespace-nowrap rounded-sm py-0.5 text-faint text-xs underline decoration-dotted underline-offset-4">
        (unverified)
      </PlainButton>
    </Tooltip>
  );
}
