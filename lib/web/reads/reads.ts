import type { CallInput } from "@slipway-launchpad/client";
import type { z } from "zod";
import type {
  getTokenDetails as GetTokenDetails,
  getTokenFees as GetTokenFees,
  getTokenPrice as GetTokenPrice,
  getTokenVideo as GetTokenVideo,
  listCandles as ListCandles,
  listTrades as ListTrades,
} from "@/lib/features/market/operations/market";
import type {
  getPosition as GetPosition,
  getTokenMarks as GetTokenMarks,
  getTokenSafety as GetTokenSafety,
  listHistory as ListHistory,
  listTraders as ListTraders,
} from "@/lib/features/market/operations/positions";
import type { searchTokens as SearchTokens } from "@/lib/features/market/operations/search";
import type {
  getToken as GetToken,
  listHolders as ListHolders,
  listNewTokens as ListNewTokens,
  listTokens as ListTokens,
} from "@/lib/features/market/operations/tokens";
import type { StreamEvent } from "@/lib/features/stream/schema";
import type { getConfig as GetConfig } from "@/lib/features/system/operations";
import type { Operation, OperationPath } from "@/lib/operations/operation";
import { type Reader, readerOf } from "./reader";
import { hasShape } from "./shape";
import { READ_SHAPES, STREAM_SHAPE } from "./shapes";

/**
 * The reads of our pages without the schemas of their operations: id, path, and the form of the
 * response. `tests/unit/web/reads.test.ts` compares them with the operations.
 */
export type Read<O extends Operation> = {
  id: string;
  method: "GET";
  path: OperationPath;
  response: Reader<z.output<O["response"]>>;
  /** For types only: the input of the operation. */
  input?: CallInput<O>;
};

function read<O extends Operation>(id: keyof typeof READ_SHAPES): Read<O> {
  const { path, response } = READ_SHAPES[id];
  const fits = (value: unknown): value is z.output<O["response"]> => hasShape(response, value);
  return { id, method: "GET", path, response: readerOf(fits) };
}

export const listTokens = read<typeof ListTokens>("listTokens");
export const listNewTokens = read<typeof ListNewTokens>("listNewTokens");
export const searchTokens = read<typeof SearchTokens>("searchTokens");
export const getToken = read<typeof GetToken>("getToken");
export const getTokenDetails = read<typeof GetTokenDetails>("getTokenDetails");
export const getTokenPrice = read<typeof GetTokenPrice>("getTokenPrice");
export const getTokenFees = read<typeof GetTokenFees>("getTokenFees");
export const getTokenMarks = read<typeof GetTokenMarks>("getTokenMarks");
export const getTokenSafety = read<typeof GetTokenSafety>("getTokenSafety");
export const getTokenVideo = read<typeof GetTokenVideo>("getTokenVideo");
export const listCandles = read<typeof ListCandles>("listCandles");
export const listTraders = read<typeof ListTraders>("listTraders");
export const listTrades = read<typeof ListTrades>("listTrades");
export const listHolders = read<typeof ListHolders>("listHolders");
export const getPosition = read<typeof GetPosition>("getPosition");
export const listHistory = read<typeof ListHistory>("listHistory");
export const getConfig = read<typeof GetConfig>("getConfig");

/** An event of a market stream. */
export const streamEvent = readerOf((value): value is StreamEvent => hasShape(STREAM_SHAPE, value));
