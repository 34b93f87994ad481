import { Maximize2, Minimize2, PencilLine } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { MARK_KINDS, type MarkKind } from "../chart-marks";
import { MARK_COLORS } from "../chart-theme";
import { ChartMenu } from "./chart-menu";
import type { ShownLine } from "./chart-menu-panel";
import { toggleSetting, useChartSettings } from "./chart-settings";
import { LINES_MAX } from "./stored-lines";

const MARKS: Record<MarkKind, { title: string; hint: string; sign: string }> = {
  own: { title: "You", hint: "Your trades: B bought, S sold", sign: "▲" },
  creator: { title: "Creator", hint: "Trades of the creator’s wallet", sign: "●" },
  wall: { title: "Bid wall", hint: "Moves of the bid wall", sign: "■" },
};

type ChartToolsProps = {
  /** Tools of the canvas do not apply to the table. */
  hasCanvas: boolean;
  isDrawing: boolean;
  onDrawing: (isDrawing: boolean) => void;
  drawButton: RefObject<HTMLButtonElement | null>;
  lines: readonly ShownLine[];
  unit: string;
  onRemove: (capEth: number) => void;
  onRemoveAll: () => void;
  isFull: boolean;
  onFull: () => void;
  card: RefObject<HTMLElement | null>;
};

/** Legend of the markers, line drawing, settings and fullscreen. */
export function ChartTools(props: ChartToolsProps) {
  const { hasCanvas, isDrawing, lines, isFull, onFull } = props;
  const { log } = useChartSettings();
  const isDrawnFull = lines.length >= LINES_MAX;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the tools are no form
    <div
      role="group"
      aria-label="Chart tools"
      className="flex h-10 shrink-0 items-center gap-0.5 border-b px-2"
    >
      {hasCanvas && (
        <>
          <Markers />
          <Toggle
            label="Log scale"
            isOn={log}
            onToggle={() => toggleSetting("log")}
            className="ml-auto hidden px-2 text-xs sm:inline-flex"
          >
            Log
          </Toggle>
          <Toggle
            label={
              isDrawnFull
                ? `Remove a line to draw another: the maximum is ${LINES_MAX}`
                : "Draw a line"
            }
            isOn={isDrawing}
            isDisabled={isDrawnFull}
            button={props.drawButton}
            onToggle={() => props.onDrawing(!isDrawing)}
            className="ml-auto w-8 sm:ml-0"
          >
            <PencilLine aria-hidden="true" className="size-4" />
          </Toggle>
          <ChartMenu {...props} container={isFull ? props.card.current : null} />
        </>
      )}
      <Toggle
        label={isFull ? "Exit fullscreen" : "Fullscreen"}
        isOn={isFull}
        onToggle={onFull}
        className={cn("w-8", !hasCanvas && "ml-auto")}
      >
        {isFull ? (
          <Minimize2 aria-hidden="true" className="size-4" />
        ) : (
          <Maximize2 aria-hidden="true" className="size-4" />
        )}
      </Toggle>
    </div>
  );
}

/** Names the markers; each can be switched off. */
function Markers() {
  const settings = useChartSettings();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group in a toolbar, not of a form
    <div role="group" aria-label="Markers" className="flex min-w-0 items-center gap-0.5">
      {MARK_KINDS.map((kind) => {
        const { title, hint, sign } = MARKS[kind];
        const isOn = settings[kind];
        return (
          <Button
            key={kind}
            variant="ghost"
            size="small"
            aria-pressed={isOn}
            title={hint}
            onClick={() => toggleSetting(kind)}
            className={cn(
              "h-7 gap-1 px-1 text-micro sm:px-1.5",
              isOn ? "text-ink" : "line-through",
            )}
          >
            <span
              aria-hidden="true"
              style={{ color: isOn ? `var(${MARK_COLORS[kind]})` : "inherit" }}
            >
              {sign}
            </span>
            {title}
          </Button>
        );
      })}
    </div>
  );
}

function Toggle({
  label,
  isOn,
  isDisabled = false,
  onToggle,
  button,
  className,
  children,
}: {
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  onToggle: () => void;
  button?: RefObject<HTMLButtonElement | null>;
  className: string;
  children: ReactNode;
}) {
  return (
    <Button
      ref={button}
      variant="ghost"
      size="small"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      disabled={isDisabled}
      onClick={onToggle}
      className={cn("h-8 px-0", isOn && "bg-raised text-ink", className)}
    >
      {children}
    </Button>
  );
}
