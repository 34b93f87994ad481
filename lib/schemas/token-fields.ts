import { cid, optionalLink, plainText } from "./text";

export const MISSING_FIELDS_TEXT = "Missing required fields: name, symbol, description, imageIpfs";

/** What describes a token, at launch and in its metadata. Which of them must be given differs. */
export const tokenFields = {
  name: plainText({ min: 1, max: 64 }).nullish().meta({ description: "1 to 64 characters." }),
  symbol: plainText({ min: 1, max: 8 }).nullish().meta({ description: "1 to 8 characters." }),
  description: plainText({ min: 0, max: 2000, newlines: true })
    .nullish()
    .meta({ description: "At most 2000 characters, newlines allowed; empty when left out." }),
  imageIpfs: cid
    .nullish()
    .meta({ description: "IPFS hash of the image (CID v0 or v1), with or without `ipfs://`." }),
  websiteUrl: optionalLink,
  telegramUrl: optionalLink,
  discordUrl: optionalLink,
  twitterUrl: optionalLink,
};

/** Whether a client gave a field: empty text counts as not given. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
