import { Button } from "../button";

/** Loads the next page of a list, at its end, and shows why it could not be loaded. */
export function MoreButton({
  label,
  isLoading,
  error,
  onPress,
}: {
  label: string;
  isLoading: boolean;
  /** Why the last request of the next page failed; a query keeps it while it requests the page again. */
  error: Error | null;
  onPress: () => void;
}) {
  return (
    <div className="border-t p-3 text-center">
      {error !== null && !isLoading && (
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
