import { type Address, encodeAbiParameters, type Hex, toFunctionSelector } from "viem";

const SET_RECIPIENT = toFunctionSelector("setProtocolRecipient(address,address[])").slice(2);
const ACCEPT_SHARE = toFunctionSelector("acceptShare(address)").slice(2);
/** Hex digits of an ABI word. */
const WORD = 64;
/** The list of tokens follows the two arguments; other encodings are valid, but nobody uses them. */
const LIST_OFFSET = (2 * WORD) / 2;
const ADDRESS_PADDING = "0".repeat(24);
/** More calls in one input are noise, which anyone can append to a call: each costs time to read. */
const CALLS_MAX = 8;

/**
 * The tokens that a change of the protocol recipient synced: those named in the owner's call, and none
 * when a recipient handed on its place. Smart accounts pass the call on within their own input, so it
 * is searched there.
 * @param input of the transaction, in lower case
 * @returns null when the input holds neither call, or too many
 */
export function findSyncedTokens(recipient: Address, input: Hex): ReadonlySet<Address> | null {
  const argument = encodeAbiParameters([{ type: "address" }], [recipient]).slice(2);
  const call = SET_RECIPIENT + argument.toLowerCase();
  const places = placesOf(input, call, CALLS_MAX + 1);
  if (places.length > CALLS_MAX) return null;
  const lists = places
    .map((at) => readTokens(input, at + call.length))
    .filter((list) => list !== null);
  if (lists.length > 0) return new Set(lists.flat());
  return placesOf(input, ACCEPT_SHARE, 1).length > 0 ? new Set() : null;
}

/** The first places, `most` of them, where these digits begin at a byte. */
function placesOf(input: Hex, digits: string, most: number): number[] {
  const places: number[] = [];
  let at = input.indexOf(digits);
  while (at >= 0 && places.length < most) {
    if (at % 2 === 0) places.push(at);
    at = input.indexOf(digits, at + 1);
  }
  return places;
}

/**
 * The tokens of a call, from its second argument on; null for other data that begins like a call. A
 * general decoder would copy the rest of the input for each place.
 */
function readTokens(input: Hex, at: number): Address[] | null {
  const [offset, length] = [wordAt(input, at), wordAt(input, at + WORD)];
  const from = at + 2 * WORD;
  const most = (input.length - from) / WORD;
  if (offset === null || length === null) return null;
  if (offset !== BigInt(LIST_OFFSET) || length > most) return null;
  const tokens: Address[] = [];
  for (let i = 0; i < length; i += 1) {
    const word = from + i * WORD;
    // The contract rejects a word that is not an address.
    if (!input.startsWith(ADDRESS_PADDING, word)) return null;
    tokens.push(`0x${input.slice(word + ADDRESS_PADDING.length, word + WORD)}`);
  }
  return tokens;
}

/** Null after the end of the input. */
function wordAt(input: Hex, at: number): bigint | null {
  return at + WORD <= input.length ? BigInt(`0x${input.slice(at, at + WORD)}`) : null;
}
