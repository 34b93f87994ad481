import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { createContext } from "@/lib/context";
import { readAlertRules } from "@/lib/drivers/alerts/read-alert-rules";
import { readEnv } from "@/lib/env";
import { describeAlert, firingAt, requireEvaluable } from "@/lib/features/alerts/rules/alert-rule";
import { OPEN_PART } from "@/lib/features/budget/rules/gas-budget";
import { addMetrics } from "@/lib/features/system/metrics/add-metrics";
import { PAID_BY_WALLET } from "@/lib/features/transactions/rules";
import { hasProgram } from "../../setup/find-program";
import { parseCompose } from "../../setup/parse-compose";
import { metricsIn, parseSeries } from "../../setup/promql";

const FOLDER = "ops/prometheus";
const NOBODY_LISTENS = "http://127.0.0.1:9";

const rules = readAlertRules(`${FOLDER}/slipway.rules.yml`);

const cases = z
  .object({
    tests: z.array(
      z.strictObject({
        interval: z.literal("1m"),
        input_series: z.array(z.strictObject({ series: z.string(), values: z.string() })),
        promql_expr_test: z.tuple([
          z.strictObject({
            expr: z.string(),
            eval_time: z.string(),
            exp_samples: z.array(z.strictObject({ labels: z.string(), value: z.literal(1) })),
          }),
        ]),
      }),
    ),
  })
  .parse(parse(readFileSync(`${FOLDER}/slipway.test.yml`, "utf8"))).tests;

const dashboard = z
  .object({
    panels: z.array(
      z.looseObject({ title: z.string(), targets: z.array(z.looseObject({ expr: z.string() })) }),
    ),
  })
  .parse(JSON.parse(readFileSync("ops/grafana/slipway.json", "utf8")));

/** The names of all metrics: those of a web server's context, and those of its HTTP server. */
async function registered(): Promise<Set<string>> {
  const ctx = createContext(
    readEnv({
      DATABASE_URL: "postgres://nobody@127.0.0.1:9/none",
      REDIS_URL: "redis://127.0.0.1:9",
      INNGEST_EVENT_KEY: "unused",
      INNGEST_SIGNING_KEY: "unused",
      INNGEST_BASE_URL: NOBODY_LISTENS,
      SERVER_WALLET_PRIVATE_KEY: `0x${"11".repeat(32)}`,
      WALLET_SEED_KEY: `0x${"22".repeat(32)}`,
      NEXTAUTH_SECRET: "the secret of the metrics test, long enough",
      LOG_LEVEL: "silent",
    }),
  );
  addMetrics(ctx);
  const { text } = await ctx.metrics.render();
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
    type === "histogram" ? ["_bucket", "_sum", "_count"].map((part) => name + part) : [name],
  );
  const own = readFileSync("lib/http/add-http-metrics.ts", "utf8").matchAll(
    /name: "(slipway_\w+)"/g,
  );
  // Prometheus itself adds `up`.
  return new Set([...names, ...[...own].map(([, name = ""]) => name), "up"]);
}

const minutesOf = (text: string) => Number(text.replace("m", ""));
const alertOf = (expr: string) => expr.match(/alertname="(\w+)"/)?.[1] ?? "";

/** The alerts of a rule that fire at a minute. */
function firing(wanted: string, input: (typeof cases)[number]["input_series"], minute: number) {
  const rule = rules.find(({ name }) => name === wanted);
  if (rule === undefined) throw new Error(`There is no alert ${wanted}`);
  const series = input.map(({ series: of, values }) => parseSeries(of, values));
  return firingAt(rule, series, minute).map(({ labels }) => {
    const { severity, name } = rule;
    return { ...labels, severity, alertname: name, alertstate: "firing" };
  });
}

describe("alert rules", () => {
  it("read only metrics that Slipway exposes", async () => {
    const names = await registered();
    const used = [
      ...rules.flatMap(({ expr }) => metricsIn(expr)),
      ...dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))),
    ].filter((name) => /^(slipway|nodejs|process|up)/.test(name));
    expect(used.length).toBeGreaterThan(40);
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  });

  it("read only metrics that the dashboard shows", () => {
    const shown = dashboard.panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => metricsIn(expr)),
    );
    const used = rules.flatMap(({ expr }) => metricsIn(expr));
    expect(used.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it("treat exactly what managed wallets pay for as transactions of users", () => {
    const text = readFileSync("ops/prometheus/slipway.rules.yml", "utf8");
    const lists = [...text.matchAll(/age_seconds\{kind[!=]~"([^"]+)"\}/g)];
    const paid = [...PAID_BY_WALLET].sort();
    expect(lists.map(([, list = ""]) => list.split("|").sort())).toEqual([paid, paid]);
  });

  it("have a runbook page each, and every page belongs to an alert", () => {
    const pages = rules.map(({ name }) => `${name}.md`).sort();
    const files = readdirSync("ops/runbooks").filter((name) => name !== "README.md");
    expect(files.sort()).toEqual(pages);
    for (const { name, runbook } of rules) {
      expect(runbook).toBe(`ops/runbooks/${name}.md`);
      const text = readFileSync(runbook, "utf8");
      expect(text.startsWith(`# ${name}\n`)).toBe(true);
      expect(text).toMatch(/\n## Check\n\n1\. [\s\S]+\n## Fix\n\n- /);
    }
  });

  it("have runbooks whose commands run with systemd and in containers", () => {
    const { services } = parseCompose(readFileSync("compose.yml", "utf8"));
    for (const file of readdirSync("ops/runbooks")) {
      const text = readFileSync(`ops/runbooks/${file}`, "utf8");
      // A host name of the containers' network, or a variable that only the servers have.
      expect(text, file).not.toMatch(/curl[^`\n]*(web\d|\$[A-Z_]+)/);
      const inContainers =
        /docker compose (?:exec|logs|ps|run)(?: --\S+(?: \d+)?)*(?: ([a-z]\w*))?/g;
      for (const [, service = "web1"] of text.matchAll(inContainers)) {
        expect(Object.keys(services), file).toContain(service);
      }
      if (file === "README.md") continue;
      expect(text, file).not.toMatch(/`(curl|valkey-cli|redis-cli|pg_isready)/);
      if (/`(npm run|docker compose|systemctl|journalctl)/.test(text)) {
        expect(text, file).toContain("](README.md)");
      }
    }
  });

  it("name everything that is refused when the alert about a gas budget fires", () => {
    const open = Number((OPEN_PART.is * 100n) / OPEN_PART.of);
    const rule = rules.find(({ name }) => name === "SlipwayGasBudgetUsed");
    expect(rule?.expr).toMatch(new RegExp(`> ${open / 100}$`));
    for (const file of ["ops/runbooks/SlipwayGasBudgetUsed.md", ".env.example"]) {
      const text = readFileSync(file, "utf8").replaceAll(/\n(# )?/g, " ");
      expect(text, file).toMatch(new RegExp(`(More than|Above) ${open}% of a (gas )?budget`));
      expect(text, file).toMatch(
        /managers, payouts and share changes (now )?return 503 `budget_exhausted`, and launches need a proof of work/,
      );
      expect(text, file).toMatch(/at 100%, launches return 503/i);
    }
  });

  it.each(
    cases.map(({ input_series, promql_expr_test: [test] }) => {
      const verb = test.exp_samples.length > 0 ? "fires" : "stays quiet";
      return { name: alertOf(test.expr), verb, input_series, test };
    }),
  )("$name $verb on its sample series", ({ name, input_series, test }) => {
    const expected = test.exp_samples.map(({ labels }) => {
      const { __name__, ...rest } = parseSeries(labels, "1").labels;
      return rest;
    });
    expect(firing(name, input_series, minutesOf(test.eval_time))).toEqual(expected);
  });

  it("are each tested in both directions", () => {
    for (const { name } of rules) {
      const own = cases.filter(({ promql_expr_test: [test] }) => alertOf(test.expr) === name);
      const fires = own.map(({ promql_expr_test: [test] }) => test.exp_samples.length > 0);
      expect(fires.sort(), name).toEqual([false, true]);
    }
  });

  it("wait as long as the rule says", () => {
    const input_series = [{ series: 'up{job="slipway",instance="a"}', values: "1x4 0x10" }];
    expect(firing("SlipwayDown", input_series, 6)).toEqual([]);
    expect(firing("SlipwayDown", input_series, 7)).toHaveLength(1);
  });

  it.each([
    "quantile(0.9, slipway_x)",
    "sum(avg(slipway_x))",
    'slipway_x{a=~"("} > 1',
    'slipway_x{a="b" or c="d"} > 1',
    "slipway_x offset 5m > 1",
    "rate(slipway_x[30s]) > 1",
    "slipway_x >= 1",
    "slipway_x > slipway_y",
    "",
  ])("are refused at the start if they are not supported: %s", (expr) => {
    expect(() => requireEvaluable({ name: "Own", expr, minutes: 5 })).toThrow(
      "The expression of Own cannot be evaluated",
    );
  });

  it("are refused at the start if their time and range are longer than the history", () => {
    const expr = "sum by (chain) (rate(slipway_x[10m])) > 1";
    expect(() => requireEvaluable({ name: "Own", expr, minutes: 19 })).not.toThrow();
    expect(() => requireEvaluable({ name: "Own", expr, minutes: 20 })).toThrow(
      "Own needs more than 29 minutes",
    );
  });

  it("pass promtool, where it is installed", (test) => {
    const options = { versionFlag: "--version", install: "apt-get install prometheus" };
    if (!hasProgram({ name: "promtool", ...options })) test.skip();
    for (const args of [
      ["check", "rules", `${FOLDER}/slipway.rules.yml`],
      ["test", "rules", `${FOLDER}/slipway.test.yml`],
    ]) {
      const { status, stdout, stderr } = spawnSync("promtool", args);
      expect({ status, output: status === 0 ? "" : `${stdout}${stderr}` }).toEqual({
        status: 0,
        output: "",
      });
    }
  });
});

it.each([
  [500, "8 min"],
  [30, "30 s"],
  [-30, "-30 s"],
  [-600, "-10 min"],
  [-90_000, "-25 h"],
])(
  "names the time that is left for the ETH price, also past its limit: %i seconds",
  (value, left) => {
    const rule = rules.find(({ name }) => name === "SlipwayPriceFeedOld");
    if (rule === undefined) throw new Error("no rule");
    expect(describeAlert(rule, { labels: { chain: "base" }, value }).summary).toBe(
      `The ETH price for launches on base is almost or already too old. Launches fail when no time is left; time left: ${left}.`,
    );
  },
);
