import { SPLIT_TOTAL } from "@/lib/features/managers/rules/fee-split";
import { formatExact } from "@/lib/web/format/format-decimal";
import { EARNER_COLORS } from "./earner-colors";

const RADIUS = 42;
const TURN = 2 * Math.PI * RADIUS;

/** Ring chart of the shares with their sum. Decorative: the rows contain the same data. */
export function SplitPie({
  shares,
  sum,
}: {
  shares: readonly (number | null)[];
  /** Micro-percent; null when a share is invalid. */
  sum: number | null;
}) {
  let start = 0;
  return (
    <div aria-hidden="true" className="relative size-32 shrink-0">
      <svg aria-hidden="true" viewBox="0 0 100 100" className="-rotate-90 size-full">
        <circle cx="50" cy="50" r={RADIUS} fill="none" stroke="var(--raised)" strokeWidth="11" />
        {shares.map((share, index) => {
          const part = Math.max(0, Math.min((share ?? 0) / SPLIT_TOTAL, 1 - start));
          const offset = start;
          start += part;
          const gap = shares.length > 1 && part * TURN > 2 ? 1 : 0;
          return (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: shares are identified by position
              key={index}
              cx="50"
              cy="50"
              r={RADIUS}
              fill="none"
              stroke={EARNER_COLORS[index % EARNER_COLORS.length]}
              strokeWidth="11"
              strokeDasharray={`${Math.max(0, part * TURN - gap)} ${TURN}`}
              strokeDashoffset={-offset * TURN}
            />
          );
        })}
      </svg>
      <span className="absolute inset-0 grid place-items-center text-center">
        <span>
          <span className="nums block font-semibold text-lg leading-6">
            {sum === null ? "–" : `${trim(sum)}%`}
          </span>
          <span className="block text-faint text-xs">
            {shares.length} {shares.length === 1 ? "recipient" : "recipients"}
          </span>
        </span>
      </span>
    </div>
  );
}

function trim(micro: number): string {
  return formatExact(Math.round(micro / 1_000) / 100);
}
