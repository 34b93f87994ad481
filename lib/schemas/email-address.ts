import { z } from "zod";

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
/**
 * A local part that RFC 5322 allows without quotes, and a host name with a dot whose last part is no
 * number, as of an IP address. No `=?`: mail software decodes such words to another address.
 */
const PATTERN = new RegExp(
  `^(?!.*=\\?)(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`,
);

/**
 * An email address of up to 254 characters, trimmed.
 * @param error the message for any other text
 */
export function emailAddress(error: string) {
  return z
    .string()
    .trim()
    .max(254, error)
    .pipe(z.email({ pattern: PATTERN, error }));
}
