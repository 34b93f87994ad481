/**
 * `a-rather-long-name.base.eth` → `a-rathe…base.eth`. The end stays, because it decides whose a name
 * is.
 * @param charactersMax of the result
 */
export function shortenName(name: string, charactersMax: number): string {
  const characters = [...name];
  if (characters.length <= charactersMax) return name;
  const end = Math.ceil(charactersMax / 2);
  const start = charactersMax - end - 1;
  return `${characters.slice(0, start).join("")}…${characters.slice(-end).join("")}`;
}
