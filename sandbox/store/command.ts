import type { Keyspace } from "@/sandbox/store/keyspace";
import type { Reply } from "@/sandbox/store/reply";

/** What a command may use. */
export type CommandContext = {
  keys: Keyspace;
  /** Sets what the journal keeps of a command that must not be repeated literally (random ones). */
  recordAs(command: readonly string[]): void;
};

export type Command = {
  /** Number of arguments, the name not counted. */
  min: number;
  max?: number;
  /** Refused while the store is over its memory limit. */
  grows?: true;
  run(context: CommandContext, args: readonly string[]): Reply;
};

export type CommandTable = Readonly<Record<string, Command>>;

/** Splits a flat list into pairs: `field value field value …`. */
export function pairsOf(args: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < args.length; index += 2) {
    pairs.push([args[index] ?? "", args[index + 1] ?? ""]);
  }
  return pairs;
}
