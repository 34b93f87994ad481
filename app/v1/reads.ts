import { GET as getConfig } from "../api/v1/config/route";
import { GET as getLaunchStatus } from "../api/v1/launch-status/[jobId]/route";
import { GET as getVideoStatus } from "../api/v1/video-status/route";
import { GET as getLiveness } from "../livez/route";
import { GET as getReadiness } from "../readyz/route";
import { GET as getUdfConfig } from "../udf/[chain]/config/route";
import { GET as getUdfHistory } from "../udf/[chain]/history/route";
import { GET as getUdfQuotes } from "../udf/[chain]/quotes/route";
import { GET as searchUdfSymbols } from "../udf/[chain]/search/route";
import { GET as getUdfSymbol } from "../udf/[chain]/symbols/route";
import { GET as getAccount } from "./[chain]/accounts/[address]/route";
import { GET as searchTokens } from "./[chain]/search/route";
import { GET as getTokenList } from "./[chain]/tokenlist/route";
import { GET as listCandles } from "./[chain]/tokens/[tokenAddress]/candles/route";
import { GET as getTokenDetails } from "./[chain]/tokens/[tokenAddress]/details/route";
import { GET as getTokenFees } from "./[chain]/tokens/[tokenAddress]/fees/route";
import { GET as listHolders } from "./[chain]/tokens/[tokenAddress]/holders/route";
import { GET as getTokenPrice } from "./[chain]/tokens/[tokenAddress]/price/route";
import { GET as getToken } from "./[chain]/tokens/[tokenAddress]/route";
import { GET as listSwaps } from "./[chain]/tokens/[tokenAddress]/swaps/route";
import { GET as listTrades } from "./[chain]/tokens/[tokenAddress]/trades/route";
import { GET as getTokenVideo } from "./[chain]/tokens/[tokenAddress]/video/route";
import { GET as listNewTokens } from "./[chain]/tokens/new/route";
import { GET as listTokens } from "./[chain]/tokens/route";

/**
 * The reads that the server answers itself, in front of Next, which finds the same handlers by their
 * folders: those of the data interface, and states that programs poll.
 */
export const READS = [
  listTokens,
  listNewTokens,
  getToken,
  getTokenDetails,
  getTokenPrice,
  listHolders,
  listCandles,
  listTrades,
  listSwaps,
  getTokenFees,
  getTokenVideo,
  searchTokens,
  getTokenList,
  getAccount,
  getUdfConfig,
  getUdfSymbol,
  searchUdfSymbols,
  getUdfHistory,
  getUdfQuotes,
  getConfig,
  getLaunchStatus,
  getVideoStatus,
  getLiveness,
  getReadiness,
];
