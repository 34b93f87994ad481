import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Address, Hash } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { prepareOnce } from "@/lib/drivers/db/prepare-once";
import { liveDataset } from "../live-dataset";
import type { OfToken, TokenRow } from "../market";
import { launches } from "../tables/event-tables";
import { tokens } from "../tables/tables";

/** A page shows fewer tokens at once. */
const SAME_IMAGE_MAX = 500;

export const TOKEN_COLUMNS = {
  address: tokens.address,
  symbol: tokens.symbol,
  name: tokens.name,
  marketCapWei: tokens.marketCapWei,
  createdAt: tokens.createdAt,
  startTime: tokens.startTime,
  protectionStartBps: tokens.protectionStartBps,
  protectionEnd: tokens.protectionEnd,
  image: tokens.image,
  description: tokens.description,
  website: tokens.website,
  twitter: tokens.twitter,
  telegram: tokens.telegram,
  discord: tokens.discord,
  farcaster: tokens.farcaster,
};

const token = prepareOnce((db, chainId: number) =>
  db
    .select(TOKEN_COLUMNS)
    .from(tokens)
    .where(
      and(
        eq(tokens.datasetId, liveDataset(chainId)),
        eq(tokens.address, sql.param(sql.placeholder("address"), tokens.address)),
      ),
    )
    .prepare("token"),
);

export async function findToken(
  db: Database,
  { chainId, address }: OfToken,
): Promise<TokenRow | null> {
  const [found] = await token(db, chainId).execute({ address });
  return found ?? null;
}

/** The URI of a token's metadata; null for an unknown token. */
export async function findTokenUri(
  db: Database,
  { chainId, address }: OfToken,
): Promise<string | null> {
  const [token] = await db
    .select({ uri: tokens.tokenUri })
    .from(tokens)
    .where(and(eq(tokens.datasetId, liveDataset(chainId)), eq(tokens.address, address)));
  return token?.uri ?? null;
}

/** The transaction that launched a token; null for an unknown token. */
export async function findLaunchHash(
  db: Database,
  { chainId, address }: OfToken,
): Promise<Hash | null> {
  const [launch] = await db
    .select({ hash: launches.txHash })
    .from(launches)
    .where(and(eq(launches.datasetId, liveDataset(chainId)), eq(launches.token, address)));
  return launch?.hash ?? null;
}

/** The creator of a token, and its image as launched; null for an unknown token. */
export async function findOrigin(
  db: Database,
  { chainId, address }: OfToken,
): Promise<{ creator: Address; image: string | null } | null> {
  const [token] = await db
    .select({ creator: tokens.creator, image: tokens.image })
    .from(tokens)
    .where(and(eq(tokens.datasetId, liveDataset(chainId)), eq(tokens.address, address)));
  return token ?? null;
}

/** The newest tokens of a chain with one of these images. */
export async function findTokensWithImage(
  db: Database,
  { chainId, images }: { chainId: number; images: readonly string[] },
): Promise<Address[]> {
  const found = await db
    .select({ address: tokens.address })
    .from(tokens)
    .where(and(eq(tokens.datasetId, liveDataset(chainId)), inArray(tokens.image, [...images])))
    .orderBy(desc(tokens.createdBlock))
    .limit(SAME_IMAGE_MAX);
  return found.map(({ address }) => address);
}
