import { GET as listHolders } from "./[chain]/tokens/[tokenAddress]/holders/route";
import { GET as getToken } from "./[chain]/tokens/[tokenAddress]/route";
import { GET as listNewTokens } from "./[chain]/tokens/new/route";
import { GET as listTokens } from "./[chain]/tokens/route";

/**
 * The reads of interface A as the server answers them itself, in front of Next, which finds the
 * same handlers by their folders.
 */
export const READS = [listTokens, listNewTokens, getToken, listHolders];
