import { z } from "zod";
import { QUERY_LENGTH_MAX } from "../rules/search-terms";
import { meta } from "./meta";
import { statListItem, wholeNumberText } from "./tokens";

/** Data API extension: search. Every page has it in its header. */

export const searchParameters = z.object({
  q: z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(QUERY_LENGTH_MAX, "must be at most 2,048 characters long")
    .meta({
      description:
        "Beginning of a word of the name, of the symbol (with or without `$`) or of the address, or " +
        "a link that contains the address. Only the first 100 characters of a name are searched.",
    }),
  limit: wholeNumberText(1, 50, 20).meta({ description: "Maximum number of tokens, 1 to 50." }),
});

export const searchResult = z.strictObject({ data: z.array(statListItem), meta });

export type SearchResult = z.output<typeof searchResult>;
