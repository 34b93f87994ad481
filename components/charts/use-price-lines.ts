import { LineStyle } from "lightweight-charts";
import { useEffect } from "react";
import type { Drawn } from "./chart-drawing";

/** A labelled horizontal line. `value` is a value of the chart. */
export type PriceLine = {
  title: string;
  value: number;
  look: "launch" | "wall" | "drawing" | "draft";
};

/** Draws horizontal lines in the theme's colors. */
export function usePriceLines(drawn: Drawn | null, lines: readonly PriceLine[]): void {
  const theme = drawn?.theme;
  useEffect(() => {
    if (drawn === null || theme === undefined) return;
    const { candles } = drawn;
    const colors = {
      launch: theme.text,
      wall: theme.wall,
      drawing: theme.drawing,
      draft: theme.drawing,
    };
    const made = lines.map(({ title, value, look }) =>
      candles.createPriceLine({
        title,
        price: value,
        color: colors[look],
        lineWidth: 1,
        lineStyle: look === "drawing" ? LineStyle.Solid : LineStyle.Dashed,
        axisLabelVisible: true,
      }),
    );
    return () => {
      for (const line of made) candles.removePriceLine(line);
    };
  }, [drawn, theme, lines]);
}
