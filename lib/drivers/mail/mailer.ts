/** A plain-text email; mail clients turn its URLs into links. */
export type Mail = { to: string; subject: string; text: string };

/** The mail server refuses the recipient for good: repeating the email does not help. */
export class RecipientRefusedError extends Error {
  override readonly name = "RecipientRefusedError";
}

/** Sends email. Its errors do not contain the recipient's address. */
export type Mailer = {
  /** @throws RecipientRefusedError; other errors when the server did not accept the email */
  send(mail: Mail): Promise<void>;
};
