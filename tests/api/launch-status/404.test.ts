import { expect, it } from "vitest";
import { request } from "../../setup/api/api";

it.each([
  ["unknown", "unknown"],
  ["1", "1"],
  ["../config", "../config"],
  ["%00", "%00"],
  ["101 characters", "x".repeat(101)],
  ["2,000 characters", "x".repeat(2_000)],
])("GET launch-status/{jobId}: 404 for %s", async (_, jobId) => {
  const { status, body } = await request(`/api/v1/launch-status/${encodeURIComponent(jobId)}`);
  expect(status).toBe(404);
  expect(body).toMatchObject({ success: false, error: "Job not found", code: "job_not_found" });
});
