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
import type { listHolders as ListHolders } from "@/lib/features/market/operations/tokens";
import type { getNames as GetNames } from "@/lib/features/names/operations";
import { read } from "./define-read";
import { TOKEN_SHAPES as SHAPES } from "./token-shapes";

/** Reads of a token's page. */

export const getNames = read<typeof GetNames>("getNames", SHAPES.getNames);
export const getPosition = read<typeof GetPosition>("getPosition", SHAPES.getPosition);
export const getTokenDetails = read<typeof GetTokenDetails>(
  "getTokenDetails",
  SHAPES.getTokenDetails,
);
export const getTokenFees = read<typeof GetTokenFees>("getTokenFees", SHAPES.getTokenFees);
export const getTokenMarks = read<typeof GetTokenMarks>("getTokenMarks", SHAPES.getTokenMarks);
export const getTokenPrice = read<typeof GetTokenPrice>("getTokenPrice", SHAPES.getTokenPrice);
export const getTokenSafety = read<typeof GetTokenSafety>("getTokenSafety", SHAPES.getTokenSafety);
export const getTokenVideo = read<typeof GetTokenVideo>("getTokenVideo", SHAPES.getTokenVideo);
export const listCandles = read<typeof ListCandles>("listCandles", SHAPES.listCandles);
export const listHistory = read<typeof ListHistory>("listHistory", SHAPES.listHistory);
export const listHolders = read<typeof ListHolders>("listHolders", SHAPES.listHolders);
export const listTraders = read<typeof ListTraders>("listTraders", SHAPES.listTraders);
export const listTrades = read<typeof ListTrades>("listTrades", SHAPES.listTrades);
