import { ChevronsRight } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { type Drawn, RIGHT_OFFSET } from "../chart-drawing";

/** Jumps to the newest bar; only there while that bar is right of the view. */
export function NowButton({ drawn, onJump }: { drawn: Drawn | null; onJump: () => void }) {
  const isAway = useIsAway(drawn);
  if (drawn === null || !isAway) return null;
  const jump = () => {
    const scale = drawn.chart.timeScale();
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isStill) scale.scrollToPosition(RIGHT_OFFSET, false);
    else scale.scrollToRealTime();
    // The caller moves the focus, because the button disappears.
    onJump();
  };
  return (
    <Button size="small" onClick={jump} className="absolute right-20 bottom-9 z-10 shadow-pop">
      Now
      <ChevronsRight aria-hidden="true" className="size-4" />
    </Button>
  );
}

function useIsAway(drawn: Drawn | null): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (drawn === null) return;
    const scale = drawn.chart.timeScale();
    // In bars from the newest one to the right edge of the view.
    const check = () => setAway(scale.scrollPosition() < 0);
    scale.subscribeVisibleLogicalRangeChange(check);
    check();
    return () => scale.unsubscribeVisibleLogicalRangeChange(check);
  }, [drawn]);
  return isAway;
}
