import type { MouseEventHandler, Time } from "lightweight-charts";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Drawn } from "../chart-drawing";

/** Pixels that an arrow key moves the line; with Shift for the exact place. */
const STEP_PX = 10;
const FINE_STEP_PX = 1;

type LineDrawing = {
  isDrawing: boolean;
  /** Start of a line that is moved by keyboard; a value of the chart. */
  start: number | null;
  onDraw: (value: number) => void;
  onCancel: () => void;
};

/**
 * Lets the reader choose a price: by a click or tap on the chart, or with arrow keys and Enter.
 * `draft` is where the keyboard has moved the line, null without it.
 */
export function useLineDrawing(drawn: Drawn | null, options: LineDrawing) {
  const { isDrawing } = options;
  const [draft, setDraft] = useState<number | null>(null);
  const latest = useRef(options);
  latest.current = options;

  useEffect(() => {
    if (drawn === null || !isDrawing) return;
    const { chart, candles } = drawn;
    const onClick: MouseEventHandler<Time> = ({ point, paneIndex }) => {
      if (point === undefined || (paneIndex ?? 0) !== 0) return;
      const value = candles.coordinateToPrice(point.y);
      if (value !== null) latest.current.onDraw(value);
    };
    chart.subscribeClick(onClick);
    // The library reports a click soon after an earlier one as a double click only.
    chart.subscribeDblClick(onClick);
    return () => {
      chart.unsubscribeClick(onClick);
      chart.unsubscribeDblClick(onClick);
      setDraft(null);
    };
  }, [drawn, isDrawing]);

  /** Returns whether the key was for the line. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (drawn === null || !isDrawing) return false;
    const { start, onDraw, onCancel } = latest.current;
    const value = draft ?? start;
    if (event.key === "Escape") onCancel();
    else if (event.key === "Enter") {
      if (value !== null) onDraw(value);
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const step = event.shiftKey ? FINE_STEP_PX : STEP_PX;
      setDraft(moved(drawn, value, event.key === "ArrowUp" ? -step : step));
    } else return false;
    event.preventDefault();
    return true;
  };
  return { draft, onKey };
}

/** A value that is some pixels further down, inside the view. */
function moved({ chart, candles }: Drawn, value: number | null, pixels: number): number | null {
  const y = value === null ? null : candles.priceToCoordinate(value);
  if (y === null) return value;
  const bottom = chart.paneSize().height - 1;
  return candles.coordinateToPrice(Math.min(bottom, Math.max(0, y + pixels))) ?? value;
}
