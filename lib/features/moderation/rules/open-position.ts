/** A position in the order of the queue; no two open targets have the same. */
export type OpenPosition = {
  /** 2 after an appeal of its creator, 1 after another appeal, otherwise 0. */
  rank: number;
  /** The number of reports. */
  count: number;
  /** The id of its first open report, or appeal if it has no report. */
  first: number;
};

const CURSOR = /^([012])\.(\d{1,9})\.(\d{1,15})$/;

/** The cursor of the page after a target. */
export function writeOpenCursor({ rank, count, first }: OpenPosition): string {
  return `${rank}.${count}.${first}`;
}

/** Null for a text that is not a cursor. */
export function readOpenCursor(cursor: string): OpenPosition | null {
  const [, rank, count, first] = CURSOR.exec(cursor) ?? [];
  if (rank === undefined) return null;
  return { rank: Number(rank), count: Number(count), first: Number(first) };
}
