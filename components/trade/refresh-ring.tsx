const CIRCUMFERENCE = 2 * Math.PI * 5;

/** Ring that fills until the next quote; restarts with each quote. */
export function RefreshRing({ updatedAt }: { updatedAt: number }) {
  return (
    <svg
      key={updatedAt}
      data-slot="refresh-ring"
      viewBox="0 0 14 14"
      className="-rotate-90 size-3.5"
      aria-hidden="true"
    >
      <circle cx="7" cy="7" r="5" fill="none" strokeWidth="1.75" className="stroke-line" />
      <circle
        cx="7"
        cy="7"
        r="5"
        fill="none"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeDasharray={CIRCUMFERENCE}
        className="motion-safe:animate-ring stroke-sea-text"
      />
    </svg>
  );
}
