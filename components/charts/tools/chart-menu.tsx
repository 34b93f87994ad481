import { Settings2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { inPart } from "@/components/ui/part-boundary";
import type { ChartMenuProps } from "./chart-menu-panel";

const ChartMenuPanel = inPart(
  dynamic(() => import("./chart-menu-panel").then((module) => module.ChartMenuPanel), {
    ssr: false,
  }),
);

/** The button of the chart's less used settings; its panel loads when it is pressed. */
export function ChartMenu(props: ChartMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label="Chart settings"
        className="size-8"
        onClick={() => setOpen(!isOpen)}
      >
        <Settings2 aria-hidden="true" className="size-4.5" />
      </Button>
      {isOpen && <ChartMenuPanel {...props} anchor={button} onClose={() => setOpen(false)} />}
    </>
  );
}
