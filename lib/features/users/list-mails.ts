import type { ServiceContext } from "@/lib/context";

const SHOWN = 50;

/** The sandbox's latest mails, newest first; null outside the sandbox, where there is no such box. */
export async function listMails({ ctx }: { ctx: Pick<ServiceContext, "mailbox"> }) {
  return ctx.mailbox === null ? null : ctx.mailbox.list(SHOWN);
}
