import { and, eq, inArray, isNotNull, lt, ne, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { transactions } from "@/lib/features/transactions/store/tables";
import type { CreatorBlock } from "../rules/moderation";
import { launchOrigins } from "./tables";

/** The stored origin of a token's launch. */
export type LaunchOrigin = {
  jobId: string;
  /** The identity that it named as creator; null if it named none, or a wallet. */
  creator: CreatorBlock | null;
  /** The network that sent it; null if unknown, or forgotten. */
  network: string | null;
};

/** Origins of launches: the named creator and the sender's network. */
export function createLaunchOrigins(db: Database, now: () => Date) {
  return {
    /**
     * Stores the origin of a launch; a repeated request of the same launch changes nothing.
     * @param launch.address IP address of the sender; null for requests of our own programs
     */
    async record(launch: {
      chainId: number;
      token: Address;
      jobId: string;
      creator: CreatorBlock | null;
      address: string | null;
    }): Promise<void> {
      const { chainId, token, jobId, creator, address } = launch;
      const ip = sql`${address}::text::inet`;
      // A user with one IPv6 address has its /64.
      const network = sql<string | null>`text(network(set_masklen(${ip},
        case family(${ip}) when 6 then 64 else 32 end)))`;
      const values = {
        jobId,
        creatorType: creator?.type ?? null,
        creatorValue: creator?.value ?? null,
        network: address === null ? null : network,
        at: now(),
      };
      await db
        .insert(launchOrigins)
        .values({ chainId, token, ...values })
        .onConflictDoUpdate({
          target: [launchOrigins.chainId, launchOrigins.token],
          set: values,
          // A restarted sandbox reuses its token addresses.
          setWhere: ne(launchOrigins.jobId, jobId),
        });
    },
    async find(token: { chainId: number; address: Address }): Promise<LaunchOrigin | null> {
      const [found] = await db
        .select()
        .from(launchOrigins)
        .where(
          and(eq(launchOrigins.chainId, token.chainId), eq(launchOrigins.token, token.address)),
        );
      if (found === undefined) return null;
      const { jobId, creatorType: type, creatorValue: value, network } = found;
      return { jobId, network, creator: type === null || value === null ? null : { type, value } };
    },
    /**
     * Those of the tokens that a wallet launched and paid for itself, with a permit that only it can use:
     * anyone can name another wallet as the creator of a launch.
     * @param tokens launched ones; a job may still be recorded as failed
     */
    async listSentBy(
      sender: Address,
      { chainId, tokens }: { chainId: number; tokens: readonly Address[] },
    ): Promise<Set<Address>> {
      if (tokens.length === 0) return new Set();
      const { kind, payload } = transactions;
      const found = await db
        .select({ token: launchOrigins.token })
        .from(launchOrigins)
        .innerJoin(transactions, eq(transactions.id, launchOrigins.jobId))
        .where(
          and(
            eq(launchOrigins.chainId, chainId),
            inArray(launchOrigins.token, [...tokens]),
            eq(kind, "prepared_launch"),
            sql`lower(${payload} ->> 'sender') = ${sender.toLowerCase()}`,
          ),
        );
      return new Set(found.map(({ token }) => token));
    },
    /** Changes the token of a launch that another generation of contracts creates at another address. */
    async move(
      tx: Executor,
      { chainId, jobId, token }: { chainId: number; jobId: string; token: Address },
    ): Promise<void> {
      // A restarted sandbox reuses its token addresses.
      await tx
        .delete(launchOrigins)
        .where(
          and(
            eq(launchOrigins.chainId, chainId),
            eq(launchOrigins.token, token),
            ne(launchOrigins.jobId, jobId),
          ),
        );
      await tx.update(launchOrigins).set({ token }).where(eq(launchOrigins.jobId, jobId));
    },
    /** Removes the origins of launches that never happened. */
    async remove(jobIds: readonly string[]): Promise<void> {
      if (jobIds.length === 0) return;
      await db.delete(launchOrigins).where(inArray(launchOrigins.jobId, [...jobIds]));
    },
    /** Removes the networks of launches that were accepted before a time. */
    async clearNetworks(before: Date): Promise<void> {
      await db
        .update(launchOrigins)
        .set({ network: null })
        .where(and(lt(launchOrigins.at, before), isNotNull(launchOrigins.network)));
    },
  };
}

export type LaunchOrigins = ReturnType<typeof createLaunchOrigins>;
