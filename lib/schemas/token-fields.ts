import { cid, optionalLink, plainText } from "./text";
import { documentAs, wireFormOf } from "./wire-form";

export const MISSING_FIELDS_TEXT = "Missing required fields: name, symbol, description, imageIpfs";

/**
 * A required field. Null is allowed here, so that its absence gets the one error text for all
 * missing fields; the documents mark it as required.
 */
function neededText(schema: ReturnType<typeof plainText>) {
  return documentAs(schema.nullish(), wireFormOf(schema) ?? {});
}

/**
 * Fields that describe a token, at launch and in its metadata. Which ones are required differs.
 */
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

/** Whether a client set a field: empty text counts as absent. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
