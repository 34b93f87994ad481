import { firstIndex } from "@/lib/shared/first-index";
import type { ListPosition } from "../market";

/** The token before an offset of a list. */
type Mark = { offset: number; after: ListPosition };

/** Marks closer together would save little. */
const SPACING = 250;
/** Bounds the memory of a list: enough for two million tokens. */
const MARKS_MAX = 8_000;

type Known = {
  state: string;
  marks: Mark[];
  /** The smallest offset that is known to be past the end. */
  end: number;
};

/** Known facts about an offset of a list in a state. */
export type Hint = { state: string; mark: Mark | null; isPastEnd: boolean };

/**
 * Remembers where deep pages of lists begin, as of one state of the market, so that a page starts
 * in the index near its offset. Each statement that uses a hint also returns the state. If the
 * state differs, the page is read again without the hint.
 */
export function createListMarks() {
  const lists = new Map<string, Known>();

  /** The known marks of a list in a state. Drops any other state. */
  function inState(list: string, state: string): Known {
    const known = lists.get(list);
    if (known?.state === state) return known;
    const fresh = { state, marks: [], end: Number.POSITIVE_INFINITY };
    lists.set(list, fresh);
    return fresh;
  }
  return {
    /** The last mark up to an offset. */
    hint(list: string, offset: number): Hint | null {
      const known = lists.get(list);
      if (known === undefined) return null;
      const { state, marks, end } = known;
      const mark = marks[countUpTo(marks, offset) - 1] ?? null;
      return { state, mark, isPastEnd: offset >= end };
    },
    add(list: string, state: string, mark: Mark): void {
      const { marks } = inState(list, state);
      const place = countUpTo(marks, mark.offset);
      const isNear = [marks[place - 1], marks[place]].some(
        (other) => other !== undefined && Math.abs(other.offset - mark.offset) < SPACING,
      );
      if (!isNear && marks.length < MARKS_MAX) marks.splice(place, 0, mark);
    },
    /** Nothing is at an offset or after it. */
    addEnd(list: string, state: string, offset: number): void {
      const known = inState(list, state);
      known.end = Math.min(known.end, offset);
    },
  };
}

export type ListMarks = ReturnType<typeof createListMarks>;

/** How many of the sorted marks are at an offset or before it. */
function countUpTo(marks: readonly Mark[], offset: number): number {
  return firstIndex(marks, (mark) => mark.offset > offset);
}
