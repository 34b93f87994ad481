import { cid, optionalLink, plainText } from "./text";
import { documentAs, wireFormOf } from "./wire-form";

export const MISSING_FIELDS_TEXT = "Missing required fields: name, symbol, description, imageIpfs";

/**
 * A field that must be given. It may be null here, so that its absence is refused with the one text
 * for all missing fields; the documents say what must be sent.
 */
function neededText(schema: ReturnType<typeof plainText>) {
  return documentAs(schema.nullish(), wireFormOf(schema) ?? {});
}

/** What describes a token, at launch and in its metadata. Which of them must be given differs. */
export const tokenFields = {
  name: neededText(plainText({ min: 1, max: 64 })).meta({ description: "1 to 64 characters." }),
  symbol: neededText(plainText({ min: 1, max: 8 })).meta({ description: "1 to 8 characters." }),
  description: plainText({ min: 0, max: 2000, newlines: true })
    .nullish()
    .meta({ description: "Up to 2000 characters, newlines allowed; default empty." }),
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
