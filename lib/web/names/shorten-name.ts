const CHARACTERS_MAX = 16;
/** `.base.eth` and what is before it: the end of a name says whose it is. */
const END = 9;

/** `a-rather-long-name.base.eth` → `a-rath….base.eth`; the end stays, because it decides whose a name is. */
export function shortenName(name: string): string {
  const characters = [...name];
  if (characters.length <= CHARACTERS_MAX) return name;
  const start = characters.slice(0, CHARACTERS_MAX - END - 1).join("");
  return `${start}…${characters.slice(-END).join("")}`;
}
