import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { z } from "zod";

const LISTENING = "0A";
/** All addresses and 127.0.0.1 in the kernel's notation. */
const GUESSABLE = ["00000000", "0100007F"];
const VICTIM = "0x00000000000000000000000000000000000000aa";
const pidFile = z.object({ pid: z.number() });

/** The chain nodes of this launchpad. */
function nodePids(): number[] {
  const dataDir = inject("dataDir");
  return readdirSync(dataDir, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("anvil.pid"))
    .map((path) => pidFile.parse(JSON.parse(readFileSync(join(dataDir, path), "utf8"))).pid);
}

/** Listening sockets of a process: hexadecimal address and port. */
function listeners(pid: number): { address: string; port: number }[] {
  const descriptors = `/proc/${pid}/fd`;
  const sockets = readdirSync(descriptors).map((fd) => readlinkSync(join(descriptors, fd)));
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .slice(1)
    .flatMap((line) => {
      const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state !== LISTENING || !sockets.includes(`socket:[${inode}]`)) return [];
      const [address = "", port = ""] = local.split(":");
      return [{ address, port: Number.parseInt(port, 16) }];
    });
}

async function setBalance(port: number): Promise<unknown> {
  const body = { jsonrpc: "2.0", id: 1, method: "anvil_setBalance", params: [VICTIM, "0xffff"] };
  try {
    const response = await fetch(`http://127.0.0.1:${port}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: "https://attacker.example" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(2_000),
    });
    return await response.json();
  } catch {
    // Nothing listens there.
    return null;
  }
}

describe("a web page that scans for the local chain node", () => {
  it.runIf(existsSync("/proc/net/tcp"))("finds it at no predictable address", async () => {
    const pids = nodePids();
    expect(pids).toHaveLength(3);
    for (const pid of pids) {
      const found = listeners(pid);
      expect(found).toHaveLength(1);
      for (const { address, port } of found) {
        expect(GUESSABLE).not.toContain(address);
        expect(await setBalance(port)).toBeNull();
      }
    }
  });

  it.each(["anvil_setBalance", "hardhat_setBalance", "evm_mine", "anvil_reset", "slipway_fund"])(
    "cannot call %s through the relay",
    async (method) => {
      const response = await fetch(`${inject("baseUrl")}/rpc/base-sepolia`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: "https://attacker.example" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: [VICTIM, "0xffff"] }),
      });
      expect(await response.json()).toMatchObject({ error: { code: -32_601 } });
    },
  );
});
