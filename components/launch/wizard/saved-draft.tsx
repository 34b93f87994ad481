import { Button } from "@/components/ui/button";

/** Offers a draft that "Edit launch" of another token has replaced. */
export function SavedDraft({ name, onOpen }: { name: string; onOpen: () => void }) {
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
      <Button size="small" onClick={onOpen}>
        Open draft
      </Button>
    </p>
  );
}
