import { describe, expect, it } from "vitest";
import { createMetrics } from "@/lib/drivers/metrics/create-metrics";
import { checkExposition } from "../../setup/api/check-exposition";

async function render(): Promise<string> {
  const metrics = createMetrics();
  metrics.request({ operation: "listTokens", method: "GET", status: 200, seconds: 0.1 });
  metrics.request({ operation: "listTokens", method: "BREW", status: 405, seconds: 0.2 });
  const refused = { operation: "createManager", method: "POST", status: 500, seconds: 0.1 };
  metrics.request({ ...refused, isIntended: true });
  metrics.request(refused);
  metrics.cache("hit");
  metrics.add({
    name: "example_items",
    kind: "gauge",
    help: "Items.",
    labels: ["kind"],
    read: () => [{ labels: { kind: "new" }, value: 3 }],
  });
  metrics.add({
    name: "example_losses_total",
    kind: "counter",
    help: "Losses.",
    labels: [],
    read: () => [{ labels: {}, value: 7 }],
  });
  metrics.add({
    name: "example_unknown",
    kind: "gauge",
    help: "Never readable.",
    labels: [],
    read: () => Promise.reject(new Error("down")),
  });
  await metrics.render();
  return (await metrics.render()).text;
}

describe("metrics", () => {
  it("follow the rules of promtool", async () => {
    expect(checkExposition(await render())).toEqual([]);
  });

  it("return the added values and types, however often they are read", async () => {
    const text = await render();
    expect(text).toContain('# TYPE example_items gauge\nexample_items{kind="new"} 3\n');
    expect(text).toContain("# TYPE example_losses_total counter\nexample_losses_total 7\n");
    expect(text).toContain("# TYPE example_unknown gauge\n");
    expect(text).not.toMatch(/^example_unknown /m);
    const failed =
      'slipway_http_requests_total{operation="createManager",method="POST",status="500"';
    expect(text).toContain(`${failed}} 1\n`);
    expect(text).toMatch(/total\{operation="createManager",refused="true",.*status="500"\} 1\n/);
    expect(text).toContain('slipway_http_requests_total{operation="listTokens",method="other"');
  });
});

describe("checkExposition", () => {
  const metric = (name: string, type: string) =>
    `# HELP ${name} Help.\n# TYPE ${name} ${type}\n${name} 1\n`;
  it.each([
    ["no HELP", "# TYPE a gauge\na 1\n"],
    ["no TYPE", "# HELP a Help.\na 1\n"],
    ["HELP twice", metric("a", "gauge") + metric("a", "gauge")],
    ["twice", `${metric("a", "gauge")}a 2\n`],
    ["counter without _total", metric("a", "counter")],
    ["_total and is no counter", metric("a_total", "gauge")],
    ["base unit", metric("a_milliseconds", "gauge")],
    ["snake case", metric("aB", "gauge")],
    ["type in its name", metric("a_gauge", "gauge")],
    ["histogram's series", metric("a_count", "gauge")],
  ])("reports: %s", (problem, text) => {
    expect(checkExposition(text).join("\n")).toContain(problem);
  });
});
