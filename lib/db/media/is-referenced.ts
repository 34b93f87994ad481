import { type SQL, sql } from "drizzle-orm";
import { transactions } from "../schema/launch";
import { tokens } from "../schema/market";
import { assets, videos } from "../schema/media";

/** Whether a launch, a token or a video that is still there names an asset of kind `content` by its CID. */
export function isReferenced(): SQL {
  const { key } = assets;
  return sql`(
    exists (select 1 from ${transactions} where kind = 'launch'
      and (${transactions.payload} -> 'token' ->> 'imageIpfs' = ${key}
        or ${transactions.payload} ->> 'tokenUri' = 'ipfs://' || ${key}))
    or exists (select 1 from ${tokens} where ${tokens.image} = ${key})
    or exists (select 1 from ${tokens} where ${tokens.tokenUri} = 'ipfs://' || ${key})
    or exists (select 1 from ${videos} where ${videos.thumbnailCid} = ${key}
      and not ${videos.isRemoved})
  )`;
}
