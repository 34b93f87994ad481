import { readFile } from "node:fs/promises";
import { SandboxError } from "../process/sandbox-error";

export type PostgresAccount = {
  name: string;
  uid: number;
  gid: number;
};

const CANDIDATES = ["postgres", "nobody", "node", "daemon"];

/**
 * The account that runs PostgreSQL, because PostgreSQL refuses to run as root: the first existing
 * one of a short list. Null when this process is an ordinary user and needs no other account.
 * @throws SandboxError when root finds none (initdb needs one with an entry in /etc/passwd)
 */
export async function postgresAccount(): Promise<PostgresAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const lines = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n");
  for (const candidate of CANDIDATES) {
    const fields = lines.find((line) => line.startsWith(`${candidate}:`))?.split(":");
    const uid = Number(fields?.[2]);
    const gid = Number(fields?.[3]);
    if (uid > 0 && gid >= 0) return { name: candidate, uid, gid };
  }
  throw new SandboxError(
    `PostgreSQL refuses to run as root, and none of the accounts ${CANDIDATES.join(", ")} exists.\n` +
      "Run Slipway as an ordinary user, or set DATABASE_URL.",
  );
}
