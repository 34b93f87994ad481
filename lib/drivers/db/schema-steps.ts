import journal from "./migrations/meta/_journal.json" with { type: "json" };

const MIGRATIONS: readonly AppliedMigration[] = journal.entries;

/**
 * Releases with their newest migration, oldest first. Add a release when it is tagged. Migrations up
 * to the first one were made before any release, so they only run while no server does.
 */
export const RELEASES: readonly { version: string; migration: string }[] = [
  { version: "0.1.0", migration: tagOf("wallet-derivation") },
];

/**
 * Migrations that remove or narrow something that servers of an earlier release use. All others only
 * expand the schema, which `tests/unit/repository/migrations.test.ts` checks.
 */
export const CONTRACT_STEPS: readonly ContractStep[] = [];

export type ContractStep = {
  /** With its number, as in the journal. */
  migration: string;
  /**
   * The newest migration of the oldest server that may run afterwards: the expand step, or a later
   * one of the first release that no longer uses what is removed.
   */
  needs: string;
  /** Why no server with `needs` uses what the migration removes. */
  reason: string;
};

export type AppliedMigration = { tag: string; when: number };

const [FIRST_RELEASE] = RELEASES;

/** Numbers change when branches are merged, names do not. */
function tagOf(name: string): string {
  const tags = MIGRATIONS.map(({ tag }) => tag).filter((tag) => tag.replace(/^\d+_/, "") === name);
  const [tag] = tags;
  if (tag === undefined || tags.length > 1)
    throw new Error(`No single migration is called ${name}`);
  return tag;
}

/** This release's newest migration. */
export const NEWEST_MIGRATION = MIGRATIONS.reduce((newest, one) =>
  one.when > newest.when ? one : newest,
);

/**
 * The migration that a server needs to run on a schema with these migrations; null if every server
 * that could run before still can.
 */
export function oldestServerOf(
  applied: readonly AppliedMigration[],
  steps: readonly ContractStep[] = CONTRACT_STEPS,
): AppliedMigration | null {
  const needed = applied.flatMap(({ tag }) => neededBy(tag, steps) ?? []);
  return MIGRATIONS.findLast(({ tag }) => needed.includes(tag)) ?? null;
}

function neededBy(tag: string, steps: readonly ContractStep[]): string | null {
  const step = steps.find(({ migration }) => migration === tag);
  if (step !== undefined) return step.needs;
  // Tags start with their number.
  if (FIRST_RELEASE !== undefined && tag <= FIRST_RELEASE.migration) return FIRST_RELEASE.migration;
  return null;
}
