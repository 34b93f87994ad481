import { X } from "lucide-react";
import { type ReactNode, type RefObject, useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { AnchoredPopover } from "@/components/ui/overlay/anchored-popover";
import { formatDecimal } from "@/lib/web/format/format-decimal";
import { type ChartSetting, toggleSetting, useChartSettings } from "./chart-settings";
import { LINES_MAX } from "./stored-lines";

/** A line that the reader drew: its market cap in ETH, and as a decimal in the chart's unit. */
export type ShownLine = { capEth: number; text: string };

const SETTINGS: readonly [ChartSetting, string][] = [
  ["log", "Log scale"],
  ["volume", "Volume"],
  ["ma7", "Moving average, 7 bars"],
  ["ma25", "Moving average, 25 bars"],
];
const PRICE_LINES: readonly [ChartSetting, string][] = [
  ["launchLine", "Launch price"],
  ["wallLine", "Bid wall price"],
];

export type ChartMenuProps = {
  lines: readonly ShownLine[];
  unit: string;
  onRemove: (capEth: number) => void;
  onRemoveAll: () => void;
  /** The element that fills the screen, so that the menu is above it; null for the page. */
  container: HTMLElement | null;
};

/** Less used settings of the chart, and the reader's lines, in a panel next to `anchor`. */
export function ChartMenuPanel({
  anchor,
  onClose,
  container,
  ...lines
}: ChartMenuProps & { anchor: RefObject<HTMLButtonElement | null>; onClose: () => void }) {
  return (
    <AnchoredPopover
      anchor={anchor}
      onClose={onClose}
      container={container}
      aria-label="Chart settings"
      className="grid w-64 gap-3 p-3"
    >
      <Group title="Chart">
        <Flags settings={SETTINGS} />
      </Group>
      <Group title="Price lines">
        <Flags settings={PRICE_LINES} />
      </Group>
      <DrawnLines {...lines} />
    </AnchoredPopover>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="px-1 font-semibold text-faint text-xs">
        {title}
      </h3>
      {children}
    </section>
  );
}

function Flags({ settings }: { settings: readonly [ChartSetting, string][] }) {
  const values = useChartSettings();
  return settings.map(([name, title]) => (
    <label
      key={name}
      className="flex cursor-pointer items-center gap-2.5 rounded-control px-1 py-1.5 text-sm hover:bg-raised"
    >
      <input
        type="checkbox"
        checked={values[name]}
        onChange={() => toggleSetting(name)}
        className="size-4 accent-accent"
      />
      {title}
    </label>
  ));
}

function DrawnLines({ lines, unit, onRemove, onRemoveAll }: Omit<ChartMenuProps, "container">) {
  const list = useRef<HTMLDivElement>(null);
  // The pressed button disappears.
  const thenFocus = () => list.current?.focus();
  return (
    <Group title={`Your lines (${lines.length} of ${LINES_MAX})`}>
      <div ref={list} tabIndex={-1} className="outline-none">
        {lines.length === 0 && (
          <p className="px-1 py-1.5 text-muted text-sm">
            None yet. Lines that you draw stay in this browser.
          </p>
        )}
        <ul>
          {lines.map(({ capEth, text }) => (
            <li key={capEth} className="flex items-center justify-between gap-2 px-1">
              <span className="nums font-mono text-sm">
                {formatDecimal(text)} {unit}
              </span>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove line at ${formatDecimal(text)} ${unit}`}
                onClick={() => {
                  onRemove(capEth);
                  thenFocus();
                }}
                className="size-8"
              >
                <X aria-hidden="true" className="size-4" />
              </Button>
            </li>
          ))}
        </ul>
        {lines.length > 1 && (
          <Button
            size="small"
            onClick={() => {
              onRemoveAll();
              thenFocus();
            }}
            className="mt-1 w-full"
          >
            Remove all lines
          </Button>
        )}
      </div>
    </Group>
  );
}
