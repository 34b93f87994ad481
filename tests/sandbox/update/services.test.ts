import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "@/sandbox/process/free-port";
import { waitUntil } from "@/sandbox/process/wait-until";
import { blockOf, createMachine, type Machine } from "./start-machine";

const PAGE = "docs/operations.md";

/** Does with the units of a machine what systemd does; the indexer's only appears in the log. */
const SYSTEMCTL = `#!/bin/bash
set -euo pipefail
case $1 in
  list-units) for port in $PORTS; do echo "slipway-web@$port.service loaded active running Slipway"; done; exit ;;
esac
echo "systemctl $*" >> "$LOG"
for unit in "\${@:2}"; do
  [[ $1 = daemon-reload || $unit != slipway-web@* ]] && continue
  port=\${unit#slipway-web@} port=\${port%.service} pid=$MACHINE/$port.pid
  if [ -e "$pid" ]; then
    kill "$(cat "$pid")"
    while kill -0 "$(cat "$pid")" 2> /dev/null; do sleep 0.02; done
    rm "$pid"
  fi
  [ "$1" = stop ] && continue
  setting() { sed --quiet "s|^$1=||p" "$MACHINE/units/slipway-web@.service"; }
  cd "$(setting WorkingDirectory | sed "s|/opt/slipway|$MACHINE/opt/slipway|")"
  setsid $(setting ExecStart | sed "s|%i|$port|; s|/usr/bin/||g") > "$MACHINE/$port.log" 2>&1 &
  echo $! > "$pid"
done
`;

describe("an update of services by the documented commands", () => {
  let machine: Machine;
  let ports: number[];
  const units = (verb: string) =>
    `systemctl ${verb} ${ports.map((port) => `slipway-web@${port}.service`).join(" ")}`;

  beforeAll(async () => {
    ports = [await freePort(), await freePort()];
    const systemctl = SYSTEMCTL.replace("$PORTS", ports.join(" "));
    const tags = ["v2", "broken"];
    machine = createMachine({ programs: { systemctl }, tags });
    // An installation whose /opt/slipway is a folder.
    await machine.follow("git clone <repository> /opt/slipway", {});
    await machine.follow("cd /opt/slipway; ln -s /etc/slipway/env .env; npm run build", {});
    await machine.follow(await blockOf(PAGE, "folders"), {});
    await machine.follow("cp /opt/slipway/ops/systemd/* /etc/systemd/system/", {});
    await machine.follow(units("start"), {});
    for (const port of ports) {
      expect(await waitUntil(() => answer(port), { timeoutMs: 20_000 })).toBe("first");
    }
  });
  afterAll(async () => {
    if (machine === undefined) return;
    await machine.follow(units("stop"), {});
    machine.remove();
  });

  const answer = (port: number, path = "/") =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      (response) => (response.ok ? response.text() : null),
      () => null,
    );
  const releases = () => Promise.all(ports.map((port) => answer(port)));
  const web = (index: number) => `systemctl restart slipway-web@${ports[index]}.service`;

  /** Runs a block while some server has to be ready at every moment. */
  async function whileServing(run: () => Promise<void>): Promise<void> {
    let isDone = false;
    const watching = (async () => {
      for (let looks = 0; ; looks += 1) {
        if (isDone) return looks;
        const ready = await Promise.all(ports.map((port) => answer(port, "/readyz")));
        expect(ready, "a server is ready").not.toEqual([null, null]);
      }
    })();
    const [, looks] = await Promise.all([
      run().finally(() => {
        isDone = true;
      }),
      watching,
    ]);
    expect(looks).toBeGreaterThan(1);
  }

  it("migrates, replaces one server at a time, and keeps the previous release", async () => {
    machine.clearLog();
    const upgrade = await blockOf(PAGE, "services");
    await whileServing(() => machine.follow(upgrade, { release: "v2" }));
    expect(await releases()).toEqual(["v2", "v2"]);
    expect(await machine.current()).toBe("v2");
    expect(await machine.log()).toEqual([
      "systemctl daemon-reload",
      "migrate v2",
      web(0),
      web(1),
      "systemctl restart slipway-indexer.service",
    ]);
  });

  it("returns to the running release if a new server does not become ready", async () => {
    machine.clearLog();
    const upgrade = await blockOf(PAGE, "services");
    await whileServing(async () => {
      await expect(machine.follow(upgrade, { release: "broken" })).rejects.toThrow(/not ready/);
    });
    expect(await releases()).toEqual(["v2", "v2"]);
    expect(await machine.current()).toBe("v2");
    expect(await machine.log()).toEqual([
      "systemctl daemon-reload",
      "migrate broken",
      web(0),
      web(0),
    ]);
  });

  it("goes back to the previous release", async () => {
    const back = await blockOf(PAGE, "services", "back");
    await whileServing(() => machine.follow(back, { previous: "first" }));
    expect(await releases()).toEqual(["first", "first"]);
    expect(await machine.current()).toBe("first");
  });

  const BROKEN = "/opt/slipway-releases/broken/ops/update/services.sh /opt/slipway";
  /** Sends a signal to an update while it waits for the first server, which never becomes ready. */
  const interrupt = (name: string, readySeconds: number) =>
    machine.follow(
      `READY_SECONDS=${readySeconds} ${BROKEN} &
       until [ "$(curl --silent http://127.0.0.1:${ports[0]}/)" = broken ]; do sleep 0.02; done
       kill -${name} $!
       wait $!`,
      {},
    );

  it("continues when the connection of the operator is lost, and returns as otherwise", async () => {
    await whileServing(async () => {
      await expect(interrupt("HUP", 2)).rejects.toThrow(/not ready after 2 s/);
    });
    expect(await releases()).toEqual(["first", "first"]);
    expect(await machine.current()).toBe("first");
  });

  it("returns to the running release when the operator ends it", async () => {
    await whileServing(async () => {
      await expect(interrupt("TERM", 50)).rejects.toThrow(/The update was interrupted/);
    });
    expect(await releases()).toEqual(["first", "first"]);
    expect(await machine.current()).toBe("first");
  });

  it("still returns to that release when it runs again after a crash", async () => {
    await expect(interrupt("KILL", 50)).rejects.toThrow();
    expect(await releases()).toEqual(["broken", "first"]);
    await expect(machine.follow(BROKEN, {})).rejects.toThrow(/not ready/);
    expect(await releases()).toEqual(["first", "first"]);
    expect(await machine.current()).toBe("first");
    await machine.follow('[ ! -e "/opt/slipway.unfinished" ]', {});
  });

  it("returns to the running release when the one before a crash was deleted", async () => {
    await machine.follow("echo /opt/slipway-releases/gone > /opt/slipway.unfinished", {});
    await whileServing(async () => {
      await expect(machine.follow(`READY_SECONDS=2 ${BROKEN}`, {})).rejects.toThrow(
        /which is gone/,
      );
    });
    expect(await releases()).toEqual(["first", "first"]);
    expect(await machine.current()).toBe("first");
  });

  it("updates servers that listen on the address of HOST", async () => {
    await machine.follow("echo 'HOST=\"::1\"' > /etc/slipway/env", {});
    await machine.follow("/opt/slipway-releases/v2/ops/update/services.sh /opt/slipway", {});
    const shown = ports.map(async (port) => (await fetch(`http://[::1]:${port}/`)).text());
    expect(await Promise.all(shown)).toEqual(["v2", "v2"]);
    expect(await machine.current()).toBe("v2");
  });

  it("refuses a folder in place of the link, and changes nothing", async () => {
    machine.clearLog();
    const script = "/opt/slipway-releases/v2/ops/update/services.sh /opt/slipway-releases";
    await expect(machine.follow(script, {})).rejects.toThrow(/is no link to a release/);
    expect(await machine.log()).toEqual([]);
  });
});
