import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blockOf, createMachine, type Machine } from "./start-machine";

const PAGE = "docs/operations.md";

/** Logs the commands of Compose with their folders. Images exist once they are built. */
const DOCKER = `#!/bin/bash
set -euo pipefail
if [ "$1" = image ]; then [ -e "$MACHINE/image-\${3#slipway:}" ]; exit; fi
shift
asked="$*"
echo "\${PWD##*/} $SLIPWAY_VERSION: \${asked%% --eval*}" >> "$LOG"
[ "$1" = build ] && touch "$MACHINE/image-$SLIPWAY_VERSION"
[[ $1 != exec || $SLIPWAY_VERSION != broken ]]
`;

describe("an update of containers by the documented commands", () => {
  let machine: Machine;

  beforeAll(async () => {
    machine = createMachine({ programs: { docker: DOCKER }, tags: ["v2", "broken"] });
    await machine.follow("git clone <repository> /opt/slipway", {});
    await machine.follow("ln -s /etc/slipway/env /opt/slipway/.env", {});
    await machine.follow(await blockOf(PAGE, "folders"), {});
  });
  afterAll(() => machine?.remove());

  /** Read as Compose does: from the `.env` of the folder. */
  const recorded = () => machine.follow('grep "^SLIPWAY_VERSION" /opt/slipway/.env >> "$LOG"', {});

  const replaced = (version: string, web: string) => [
    `slipway ${version}: up --detach --no-deps ${web}`,
    `slipway ${version}: exec --no-TTY ${web} node`,
  ];

  it("builds an image of its own, migrates, and replaces one server at a time", async () => {
    machine.clearLog();
    await machine.follow(await blockOf(PAGE, "containers"), { release: "v2" });
    await recorded();
    expect(await machine.current()).toBe("v2");
    expect(await machine.log()).toEqual([
      "v2 v2: build migrate",
      "v2 v2: run --rm --no-deps --no-TTY migrate",
      ...replaced("v2", "web1"),
      ...replaced("v2", "web2"),
      "slipway v2: up --detach --no-deps indexer",
      "SLIPWAY_VERSION=v2",
    ]);
  });

  it("returns to the running image if a new server does not become ready", async () => {
    machine.clearLog();
    const update = machine.follow(await blockOf(PAGE, "containers"), { release: "broken" });
    await expect(update).rejects.toThrow(/not ready/);
    await recorded();
    expect(await machine.current()).toBe("v2");
    expect(new Set(await machine.log())).toEqual(
      new Set([
        "broken broken: build migrate",
        "broken broken: run --rm --no-deps --no-TTY migrate",
        ...replaced("broken", "web1"),
        "slipway broken: logs --tail 20 web1",
        ...replaced("v2", "web1"),
        "SLIPWAY_VERSION=v2",
      ]),
    );
  });

  it("records the version on a line of its own if .env has no newline at its end", async () => {
    const again = "/opt/slipway-releases/v2/ops/update/containers.sh /opt/slipway";
    await machine.follow("printf 'A=1\\nSLIPWAY_VERSION=v2\\nB=2' > /etc/slipway/env", {});
    await machine.follow(again, {});
    machine.clearLog();
    await machine.follow('cat /etc/slipway/env >> "$LOG"', {});
    expect(await machine.log()).toEqual(["A=1", "B=2", "SLIPWAY_VERSION=v2"]);
  });

  it("goes back to the previous release, whose image still exists", async () => {
    await machine.follow('touch "$MACHINE/image-first"', {});
    machine.clearLog();
    await machine.follow(await blockOf(PAGE, "containers", "back"), { previous: "first" });
    await recorded();
    expect(await machine.current()).toBe("first");
    const lines = await machine.log();
    expect(lines).not.toContain("first first: build migrate");
    expect(lines).toEqual(expect.arrayContaining(replaced("first", "web2")));
    expect(lines.at(-1)).toBe("SLIPWAY_VERSION=first");
  });

  const BROKEN = "/opt/slipway-releases/broken/ops/update/containers.sh /opt/slipway";
  /** Sends a signal to an update while it waits for the first server, which never becomes ready. */
  const interrupt = async (name: string, readySeconds: number) => {
    machine.clearLog();
    await machine.follow(
      `READY_SECONDS=${readySeconds} ${BROKEN} &
       until grep --quiet "broken: exec" "$LOG"; do sleep 0.02; done
       kill -${name} $!
       wait $!`,
      {},
    );
  };
  async function expectFirst(): Promise<void> {
    await recorded();
    expect(await machine.current()).toBe("first");
    const lines = await machine.log();
    expect(lines).toEqual(expect.arrayContaining(replaced("first", "web1")));
    expect(lines.at(-1)).toBe("SLIPWAY_VERSION=first");
  }

  it.each([
    ["HUP", 1, /not ready after 1 s/],
    ["TERM", 50, /The update was interrupted/],
  ] as const)("returns to the previous image after a signal: %s", async (name, seconds, reason) => {
    await expect(interrupt(name, seconds)).rejects.toThrow(reason);
    await expectFirst();
  });

  it("still returns to that image when it runs again after a crash", async () => {
    await expect(interrupt("KILL", 50)).rejects.toThrow();
    expect(await machine.current()).toBe("broken");
    await expect(machine.follow(BROKEN, {})).rejects.toThrow(/not ready/);
    await expectFirst();
  });

  it("returns to the running image when the release before a crash was deleted", async () => {
    await machine.follow(
      "printf '/opt/slipway-releases/gone\\ngone\\n' > /opt/slipway.unfinished",
      {},
    );
    await expect(machine.follow(`READY_SECONDS=1 ${BROKEN}`, {})).rejects.toThrow(/which is gone/);
    await expectFirst();
  });
});
