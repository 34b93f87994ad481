import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentProps, createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { FormProvider, useForm } from "react-hook-form";
import { describe, expect, it } from "vitest";
import { EMPTY_DRAFT, type LaunchDraft } from "@/components/launch/form/launch-form";
import type { UploadState } from "@/components/launch/media/use-media-upload";
import { LaunchProgress } from "@/components/launch/status/launch-progress";
import { MediaStep } from "@/components/launch/steps/media-step";
import { STATUS_EXAMPLES } from "@/lib/features/launch/examples";
import { launchStatus } from "@/lib/features/launch/schema/answers";
import { launchStatusQuery } from "@/lib/web/launch-queries";

/** The texts of the regions that screen readers announce when they change. */
function announced(element: ReactElement): string[] {
  const html = renderToStaticMarkup(element);
  const regions = html.matchAll(/<(\w+)[^>]*role="status"[^>]*>(.*?)<\/\1>/g);
  const texts = [...regions].map(([, , inner = ""]) => inner.replace(/(<[^>]+>)+/g, " ").trim());
  return texts.filter((text) => text !== "");
}

function Step({ state, draft }: { state: UploadState; draft: LaunchDraft }) {
  const idle = { startImage: () => undefined, startVideo: () => undefined, cancel: () => null };
  const isRunning = state.phase === "uploading" || state.phase === "checking";
  const upload = { ...idle, state, isRunning, isUnfinished: isRunning };
  const children = createElement(MediaStep, { upload, issue: null, isRefused: false });
  type Form = ComponentProps<typeof FormProvider<LaunchDraft>>;
  const form: Form = { ...useForm<LaunchDraft>({ defaultValues: draft }), children };
  return createElement(FormProvider<LaunchDraft>, form);
}

describe("an upload", () => {
  const media = { kind: "image", cid: "bafy", name: "a.png" } as const;

  const step = (state: UploadState, draft: LaunchDraft = EMPTY_DRAFT) =>
    announced(createElement(Step, { state, draft }));

  it("announces its start, the check and the end, but not each percent", () => {
    expect(step({ phase: "uploading", percent: 41 })).toEqual(["Uploading…"]);
    expect(step({ phase: "uploading", percent: 42 })).toEqual(["Uploading…"]);
    expect(step({ phase: "checking", message: "Checking and saving…" })).toEqual([
      "Checking and saving…",
    ]);
    expect(step({ phase: "idle" }, { ...EMPTY_DRAFT, media })).toEqual(["Uploaded"]);
  });
});

describe("a launch", () => {
  const render = (status: unknown) => {
    const client = new QueryClient();
    client.setQueryData(launchStatusQuery("1").queryKey, launchStatus.parse(status));
    const children = createElement(LaunchProgress, { linkedChain: "base", jobId: "1" });
    return createElement(QueryClientProvider, { client, children });
  };
  const page = (status: unknown) => announced(render(status));

  it("announces its state, but not each second of the wait", () => {
    const { response, otherResponses } = STATUS_EXAMPLES;
    const { waiting, active } = otherResponses;
    expect(page(waiting)).toEqual(["Queued"]);
    expect(page({ ...waiting, queuePosition: 2, estimatedWaitTime: 3 })).toEqual(["Queued"]);
    expect(page(active)).toEqual(["Launching"]);
    expect(page(response)).toEqual([expect.stringMatching(/^Launched .* is live and its pool/)]);
  });

  it("is shown from a server of an earlier release, on the chain that its URL names", () => {
    const { chain: _absent, ...earlier } = STATUS_EXAMPLES.response;
    expect(renderToStaticMarkup(render(earlier))).toMatch(/Launched<.* is live/s);
  });

  it("is shown on its own chain, whatever chain its URL names", () => {
    const { response } = STATUS_EXAMPLES;
    const html = renderToStaticMarkup(render({ ...response, chain: "base-sepolia" }));
    expect(html).toContain("Base Sepolia");
    const { address } = response.collectionToken;
    expect(html).toContain(`href="/base-sepolia/${address}"`);
    expect(html).not.toContain(`href="/base/`);
  });
});
