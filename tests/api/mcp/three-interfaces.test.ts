import { randomBytes } from "node:crypto";
import { expect, inject, it } from "vitest";
import { newCaller } from "../../setup/api/api";
import { waitForLaunch } from "../../setup/api/wait-for-launch";
import { launchThroughInterfaces } from "../../setup/chain/launch-through-interfaces";

/** `npm run test:crash -- --interfaces 1000` does it at length, and kills processes meanwhile. */
const KEYS = 10;

it("launches one token for each key that comes through HTTP, client and MCP at once", async () => {
  const run = randomBytes(4).toString("hex");
  const all = await Promise.all(
    Array.from({ length: KEYS }, (_, number) =>
      launchThroughInterfaces({
        baseUrl: inject("baseUrl"),
        chain: "base-sepolia",
        caller: newCaller(),
        launch: {
          name: `Interfaces ${run} ${number}`,
          symbol: "IFACE",
          imageIpfs: "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
          creatorEmail: "ada@example.com",
        },
        async persist(ask, what) {
          const answer = await ask();
          if (answer === null) throw new Error(`${what} was refused`);
          return answer;
        },
      }),
    ),
  );
  for (const { http, client, mcp } of all) expect([client, mcp]).toEqual([http, http]);
  const ended = await Promise.all(all.map(({ http }) => waitForLaunch(http)));
  const tokens = ended.map((job) => job.state === "completed" && job.collectionToken.address);
  expect(new Set(tokens).size).toBe(KEYS);
  expect(tokens).not.toContain(false);
});
