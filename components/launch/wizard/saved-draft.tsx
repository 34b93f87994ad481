import { useId } from "react";
import { UNFINISHED_UPLOAD } from "@/components/launch/media/media-issues";
import { Button } from "@/components/ui/button";

/**
 * Offers a draft that "Edit launch" of another token has replaced. It does not open during an upload, which
 * belongs to the current draft and would be lost.
 */
export function SavedDraft({
  name,
  isUploading,
  onOpen,
}: {
  name: string;
  isUploading: boolean;
  onOpen: () => void;
}) {
  const reasonId = useId();
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 break-words text-muted text-sm">
      <span className="min-w-0">
        {name === "" ? (
          "Your other draft"
        ) : (
          <>
            Your draft “<bdi>{name}</bdi>”
          </>
        )}{" "}
        is saved.
      </span>
      <Button
        size="small"
        onClick={onOpen}
        disabled={isUploading}
        aria-describedby={isUploading ? reasonId : undefined}
      >
        Open draft
      </Button>
      {isUploading && <span id={reasonId}>{UNFINISHED_UPLOAD.message}</span>}
    </p>
  );
}
