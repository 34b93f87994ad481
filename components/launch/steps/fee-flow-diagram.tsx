import { formatEther } from "viem";
import { EARNER_COLORS } from "@/components/recipients/earner-colors";
import type { FeeFlow } from "@/lib/features/fees/rules/fee-flow";
import { formatDecimal, formatExact } from "@/lib/web/format/format-decimal";

export type FlowPart = { key: string; title: string; note?: string; wei: bigint; color: string };

const NAMED_MAX = 5;

/**
 * Splits a fee into labelled parts, in payment order. Recipients beyond the limit are summed in one
 * part.
 * @param names names of the recipients, in order
 */
export function flowParts(flow: FeeFlow, creator: string, names: readonly string[]): FlowPart[] {
  const parts: FlowPart[] = [];
  if (flow.protocolWei > 0n) {
    parts.push({
      key: "protocol",
      title: "Protocol fee",
      wei: flow.protocolWei,
      color: "",
    });
  }
  if (flow.creatorWei > 0n) {
    parts.push({
      key: "creator",
      title: creator,
      note: "creator",
      wei: flow.creatorWei,
      color: "",
    });
  }
  const shown = flow.recipientsWei.length > NAMED_MAX ? NAMED_MAX - 1 : NAMED_MAX;
  flow.recipientsWei.slice(0, shown).forEach((wei, index) => {
    parts.push({
      key: `r${index}`,
      title: names[index] ?? `Recipient ${index + 1}`,
      wei,
      color: "",
    });
  });
  const rest = flow.recipientsWei.slice(shown);
  if (rest.length > 0) {
    const wei = rest.reduce((sum, part) => sum + part, 0n);
    parts.push({ key: "rest", title: `${rest.length} more`, wei, color: "" });
  }
  return [
    ...parts.map((part, index) => ({
      ...part,
      color: EARNER_COLORS[index % EARNER_COLORS.length] ?? "",
    })),
    {
      key: "buyback",
      title: "Buybacks",
      note: "bid wall",
      wei: flow.buybackWei,
      color: "var(--line-strong)",
    },
  ];
}

/** A fee as a stacked bar with a legend of amounts. */
export function FeeFlowDiagram({ parts, feeWei }: { parts: readonly FlowPart[]; feeWei: bigint }) {
  const shown = parts.filter(({ wei }) => wei > 0n);
  return (
    <div data-slot="fee-flow">
      <div aria-hidden="true" className="flex h-5 gap-0.5 overflow-hidden rounded-md">
        {shown.map(({ key, wei, color }) => (
          <span
            key={key}
            className="min-w-1 transition-[flex-grow] duration-300"
            style={{ flexGrow: Number((wei * 10_000n) / feeWei), background: color, flexBasis: 0 }}
          />
        ))}
      </div>
      <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {shown.map(({ key, title, note, wei, color }) => (
          <li key={key} className="flex items-center gap-2.5 text-sm">
            <span
              aria-hidden="true"
              className="size-2.5 shrink-0 rounded-full"
              style={{ background: color }}
            />
            <span className="min-w-0 truncate">
              <bdi>{title}</bdi>
              {note !== undefined && <span className="ml-1.5 text-faint text-xs">{note}</span>}
            </span>
            <span className="nums ml-auto whitespace-nowrap text-muted">
              {formatExact(percentOf(wei, feeWei))}%
            </span>
            <span className="nums w-24 whitespace-nowrap text-right">
              {formatDecimal(formatEther(wei))} <span className="text-faint">ETH</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Percentage with at most two decimals, truncated. */
function percentOf(part: bigint, whole: bigint): string {
  const hundredths = Number((part * 10_000n) / whole);
  return String(hundredths / 100);
}
