import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { listen } from "./listen";

export type MailServer = {
  /** For `SMTP_URL`. */
  url: string;
  /** Subject and text of the emails to an address, newest first. */
  mailsTo(address: string): string[];
  stop(): Promise<void>;
};

/** A reply after which the server closes the connection without a word. */
export const CLOSED = "";

/**
 * An SMTP server that stores the emails that it accepts.
 * @param replyTo its reply to a recipient, or `CLOSED`; by default it accepts all
 * @param replyToSender its reply to a sender
 */
export async function startMailServer(
  replyTo: (recipient: string) => string = () => "250 ok",
  replyToSender: () => string = () => "250 ok",
): Promise<MailServer> {
  const mails: { to: string; text: string }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A killed web server resets its connections.
    socket.on("error", () => sockets.delete(socket));
    receive(socket, { replyTo, replyToSender }, (to, text) => mails.push({ to, text }));
  });
  const { port } = await listen(server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailsTo: (wanted) =>
      mails
        .filter(({ to }) => to === wanted)
        .map(({ text }) => text)
        .reverse(),
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Speaks as much of RFC 5321 as nodemailer needs. */
function receive(
  socket: Socket,
  {
    replyTo,
    replyToSender,
  }: { replyTo: (recipient: string) => string; replyToSender: () => string },
  onMail: (to: string, text: string) => void,
): void {
  const answer = (line: string) => void socket.write(`${line}\r\n`);
  let to = "";
  let body: string[] | null = null;
  answer("220 mail.test");
  createInterface({ input: socket }).on("line", (line) => {
    if (body !== null) {
      if (line !== ".") return void body.push(line);
      onMail(to, decode(body));
      body = null;
      return answer("250 accepted");
    }
    const [command = ""] = line.toUpperCase().split(" ");
    if (command === "MAIL") return answer(replyToSender());
    if (command === "RCPT") {
      to = /<(.+)>/.exec(line)?.[1] ?? "";
      const reply = replyTo(to);
      return reply === CLOSED ? void socket.destroy() : answer(reply);
    }
    if (command === "DATA") {
      body = [];
      return answer("354 go on");
    }
    if (command !== "QUIT") return answer("250 ok");
    answer("221 bye");
    socket.end();
  });
}

/** The text of a message, whose long lines are quoted-printable. */
function decode(lines: readonly string[]): string {
  const text = lines.join("\n");
  if (!/^content-transfer-encoding: quoted-printable/im.test(text)) return text;
  return text
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
}
