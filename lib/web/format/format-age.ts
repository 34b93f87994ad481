const STEPS = [
  { seconds: 86_400, unit: "d", word: "day" },
  { seconds: 3_600, unit: "h", word: "hour" },
  { seconds: 60, unit: "m", word: "minute" },
  { seconds: 1, unit: "s", word: "second" },
] as const;

/** An age, short (`4m`) and long (`4 minutes ago`); the future counts as now. */
export function formatAge(
  createdAtSeconds: number,
  nowSeconds: number,
): { short: string; long: string } {
  const age = Math.floor(nowSeconds - createdAtSeconds);
  const step = STEPS.find(({ seconds }) => age >= seconds);
  if (step === undefined) return { short: "now", long: "just now" };
  const count = Math.floor(age / step.seconds);
  return {
    short: `${count}${step.unit}`,
    long: `${count} ${step.word}${count === 1 ? "" : "s"} ago`,
  };
}
