import { type SQL, sql } from "drizzle-orm";
import { tokens } from "@/lib/features/market/store/tables/tables";
import { transactions } from "@/lib/features/transactions/store/tables";
import { assets, videos } from "./tables";

/** Launches by their own state. A failed prepared launch may have been sent: callers also check `tokens`. */
const isLaunch = sql`(kind = 'launch' or (kind = 'prepared_launch' and state <> 'failed'))`;

/**
 * Whether a launch has a video. A prepared launch that failed was sent after all if its token is indexed: a
 * node that lagged hid the token when the permit expired.
 */
export function isLaunchedVideo(uid: typeof assets.key | typeof videos.uid): SQL {
  return sql`exists (select 1 from ${transactions}
    where ${transactions.payload} -> 'token' -> 'video' ->> 'uid' = ${uid}
    and (${isLaunch} or exists (select 1 from ${tokens}
      where ${tokens.tokenUri} = ${transactions.payload} ->> 'tokenUri')))`;
}

/** Whether a launch that was prepared with a video was not sent; its record is kept for 8 days. */
export function isUnsentVideo(uid: typeof assets.key): SQL {
  return sql`exists (select 1 from ${transactions}
    where ${transactions.payload} -> 'token' -> 'video' ->> 'uid' = ${uid}
    and kind = 'prepared_launch' and state = 'failed')`;
}

/**
 * Whether a launch, a token or an existing video refers to an asset of kind `content` by its CID. Each
 * way is an `exists` with an index of its own: with `or` inside, PostgreSQL would read all launches for
 * each asset. `offset 0` prevents a hash table of all launches, tokens or videos for a few assets.
 * @param key the CID; that of the row of `assets` by default
 */
export function isReferenced(key: SQL | typeof assets.key = assets.key): SQL {
  const uri = sql`'ipfs://' || ${key}`;
  return sql`(
    exists (select 1 from ${transactions}
      where ${transactions.payload} -> 'token' ->> 'imageIpfs' = ${key} and ${isLaunch} offset 0)
    or exists (select 1 from ${transactions}
      where ${transactions.payload} ->> 'tokenUri' = ${uri} and ${isLaunch} offset 0)
    or exists (select 1 from ${tokens} where ${tokens.image} = ${key} offset 0)
    or exists (select 1 from ${tokens} where ${tokens.tokenUri} = ${uri} offset 0)
    or exists (select 1 from ${videos} where ${videos.thumbnailCid} = ${key}
      and not ${videos.isRemoved} offset 0)
  )`;
}
