/** A plain-text email; mail clients turn its URLs into links. */
export type Mail = { to: string; subject: string; text: string };

/** Sends email. Throws when the server did not accept it. */
export type Mailer = { send(mail: Mail): Promise<void> };
