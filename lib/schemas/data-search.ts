import { z } from "zod";
import { meta, statListItem, wholeNumber } from "./data";

/** Extension of interface A: the search, which the head of every page has. */

export const searchQuery = z.object({
  q: z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(100, "must be at most 100 characters long")
    .meta({ description: "Beginning of a word of the name, of the symbol, or of the address." }),
  limit: wholeNumber(1, 50, 20).meta({ description: "Most tokens, 1 to 50." }),
});

export const searchResult = z.strictObject({ data: z.array(statListItem), meta });

export type SearchResult = z.output<typeof searchResult>;
