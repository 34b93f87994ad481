import { Button } from "../button";

/** Loads the next page of a list, at its end. */
export function MoreButton({
  label,
  isLoading,
  onPress,
}: {
  label: string;
  isLoading: boolean;
  onPress: () => void;
}) {
  return (
    <div className="border-t p-3 text-center">
      <Button size="small" disabled={isLoading} onClick={onPress}>
        {isLoading ? "Loading…" : label}
      </Button>
    </div>
  );
}
