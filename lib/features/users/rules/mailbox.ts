/** Providers that ignore dots before the `@`; both names are the same mailbox. */
const GMAIL = ["gmail.com", "googlemail.com"];

/**
 * The mailbox that most probably receives the emails to an address, for limits only: `a.b+tag@gmail.com`
 * is `ab@gmail.com`. Providers differ, so two owners may share the result.
 * @param email in the form of `normalizeIdentity`
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const [name, domain] = [email.slice(0, at), email.slice(at + 1)];
  const [base = ""] = name.split("+");
  const own = base === "" ? name : base;
  return GMAIL.includes(domain) ? `${own.replaceAll(".", "")}@gmail.com` : `${own}@${domain}`;
}
