/** A plain-text email; mail clients turn its URLs into links. */
export type Mail = { to: string; subject: string; text: string };

/** The mail server refuses the recipient for good: repeating the email does not help. */
export class RecipientRefusedError extends Error {
  override readonly name = "RecipientRefusedError";
}

/** The mail server was not reached, or refused the email before it knew the recipient. */
export class UnsentMailError extends Error {
  override readonly name = "UnsentMailError";
}

/** Sends email. Its errors do not contain the recipient's address. */
export type Mailer = {
  /**
   * @throws RecipientRefusedError, UnsentMailError; other errors when the server did not accept the email, or
   * when it is unknown whether it did
   */
  send(mail: Mail): Promise<void>;
};
