import type { searchTokens as SearchTokens } from "@/lib/features/market/operations/search";
import type {
  getToken as GetToken,
  listNewTokens as ListNewTokens,
  listTokens as ListTokens,
} from "@/lib/features/market/operations/tokens";
import type { StreamEvent } from "@/lib/features/stream/schema";
import type { getConfig as GetConfig } from "@/lib/features/system/operations";
import { read } from "./define-read";
import { hasShape } from "./has-shape";
import { LIST_SHAPES as SHAPES, STREAM_SHAPE } from "./list-shapes";
import { readerOf } from "./reader";

/** Reads of every page: lists of tokens, search, and settings. */

export const listTokens = read<typeof ListTokens>("listTokens", SHAPES.listTokens);
export const listNewTokens = read<typeof ListNewTokens>("listNewTokens", SHAPES.listNewTokens);
export const searchTokens = read<typeof SearchTokens>("searchTokens", SHAPES.searchTokens);
export const getToken = read<typeof GetToken>("getToken", SHAPES.getToken);
export const getConfig = read<typeof GetConfig>("getConfig", SHAPES.getConfig);

/** An event of a market stream. */
export const streamEvent = readerOf((value): value is StreamEvent => hasShape(STREAM_SHAPE, value));
