import type { ServiceContext } from "@/lib/context";

const SHOWN = 50;

/** The latest emails of the sandbox, newest first; null where no mailbox receives them. */
export async function listEmails({ ctx }: { ctx: Pick<ServiceContext, "mailbox"> }) {
  return ctx.mailbox === null ? null : ctx.mailbox.list(SHOWN);
}
