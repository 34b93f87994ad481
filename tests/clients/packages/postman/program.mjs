import newman from "newman";
import { fixture } from "./calls.ts";

/** Each request of the collection is an action; failures of its own tests are its error. */
const response = await fetch(`${fixture.baseUrl}/openapi/postman.json`);
const collection = await response.json();
const envVar = [{ key: "baseUrl", value: fixture.baseUrl }];

newman.run({ collection, envVar, reporters: [] }, (error, summary) => {
  if (error !== null) throw error;
  const { failures, executions } = summary.run;
  const errors = new Map(
    failures.map(({ source, error: reason }) => [source?.name ?? "the collection", reason.message]),
  );
  const names = new Set([...executions.map(({ item }) => item.name), ...errors.keys()]);
  const lines = [...names].map((action) =>
    JSON.stringify({ action, error: errors.get(action) ?? null }),
  );
  process.stdout.write(`${lines.join("\n")}\n`);
});
