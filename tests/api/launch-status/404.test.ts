import { expect, it } from "vitest";
import { request } from "../../setup/api/api";

it.each(["unknown", "1", "../config", "%00", "x".repeat(100)])(
  "GET launch-status/%s: 404",
  async (jobId) => {
    const { status, body } = await request(`/api/v1/launch-status/${encodeURIComponent(jobId)}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ success: false, error: "Job not found", code: "job_not_found" });
  },
);
