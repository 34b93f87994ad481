import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  type Hex,
  toFunctionSelector,
} from "viem";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";
import { lowerAddress } from "@/lib/shared/address/lower-address";

const SET_RECIPIENT = toFunctionSelector("setProtocolRecipient(address,address[])").slice(2);
const ACCEPT_SHARE = toFunctionSelector("acceptShare(address)").slice(2);

/**
 * The tokens that a change of the protocol recipient synced: those named in the owner's call, and none
 * when a recipient handed on its place. Smart accounts pass the call on within their own input, so it
 * is searched there.
 * @param input of the transaction, in lower case
 * @returns null when the input holds neither call
 */
export function findSyncedTokens(recipient: Address, input: Hex): Address[] | null {
  const argument = encodeAbiParameters([{ type: "address" }], [recipient]).slice(2);
  const lists = callsIn(input, SET_RECIPIENT + argument.toLowerCase())
    .map(namedTokens)
    .filter((list) => list !== null);
  if (lists.length > 0) return [...new Set(lists.flat())];
  return callsIn(input, ACCEPT_SHARE).length > 0 ? [] : null;
}

/** The input from each place on where these digits begin a byte. */
function callsIn(input: Hex, digits: string): Hex[] {
  const calls: Hex[] = [];
  for (let at = input.indexOf(digits); at >= 0; at = input.indexOf(digits, at + 1)) {
    if (at % 2 === 0) calls.push(`0x${input.slice(at)}`);
  }
  return calls;
}

/** The tokens of a call; null for other data that begins like one. */
function namedTokens(data: Hex): Address[] | null {
  try {
    const call = decodeFunctionData({ abi: revenueManagerAbi, data });
    return call.functionName === "setProtocolRecipient" ? call.args[1].map(lowerAddress) : null;
  } catch {
    // Its list of tokens does not decode.
    return null;
  }
}
