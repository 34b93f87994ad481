import { type SQL, sql } from "drizzle-orm";
import { tokens } from "@/lib/features/market/store/tables/tables";
import { transactions } from "@/lib/features/transactions/store/tables";
import { assets, videos } from "./tables";

/**
 * Whether a launch, a token or an existing video refers to an asset of kind `content` by its CID.
 * @param key the CID; that of the row of `assets` by default
 */
export function isReferenced(key: SQL | typeof assets.key = assets.key): SQL {
  return sql`(
    exists (select 1 from ${transactions}
      where (kind = 'launch' or (kind = 'prepared_launch' and state <> 'failed'))
      and (${transactions.payload} -> 'token' ->> 'imageIpfs' = ${key}
        or ${transactions.payload} ->> 'tokenUri' = 'ipfs://' || ${key}))
    or exists (select 1 from ${tokens} where ${tokens.image} = ${key})
    or exists (select 1 from ${tokens} where ${tokens.tokenUri} = 'ipfs://' || ${key})
    or exists (select 1 from ${videos} where ${videos.thumbnailCid} = ${key}
      and not ${videos.isRemoved})
  )`;
}
