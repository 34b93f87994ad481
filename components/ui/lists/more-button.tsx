import { Button } from "../button";

/** Loads the next page of a list, at its end, and says why the page could not be loaded. */
export function MoreButton({
  label,
  isLoading,
  error,
  onPress,
}: {
  label: string;
  isLoading: boolean;
  /** Why the next page could not be loaded; null if it was not requested or is requested again. */
  error: Error | null;
  onPress: () => void;
}) {
  return (
    <div className="border-t p-3 text-center">
      {error !== null && (
        <p role="alert" className="mb-2 text-danger text-sm">
          {error.message}
        </p>
      )}
      <Button size="small" disabled={isLoading} onClick={onPress}>
        {isLoading ? "Loading…" : label}
      </Button>
    </div>
  );
}
