import DataLoader from "dataloader";
import { sharedWithRequests } from "./limit-waiting";

/**
 * Reads rows by id; requests that arrive together share one statement.
 * @param read returns the rows that exist, in any order
 * @returns a function that reads one row; null if it does not exist
 */
export function readTogether<Row extends { id: string }>(
  read: (ids: readonly string[]) => Promise<Row[]>,
): (id: string) => Promise<Row | null> {
  const loader = new DataLoader<string, Row | null>(
    async (ids) => {
      const rows = await sharedWithRequests(() => read(ids));
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => found.get(id) ?? null);
    },
    { cache: false, batchScheduleFn: setImmediate },
  );
  return (id) => loader.load(id);
}
