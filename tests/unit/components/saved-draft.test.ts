import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { UNFINISHED_UPLOAD } from "@/components/launch/media/media-issues";
import { SavedDraft } from "@/components/launch/wizard/saved-draft";

const render = (isUploading: boolean) =>
  renderToStaticMarkup(
    createElement(SavedDraft, { name: "First Light", isUploading, onOpen: () => undefined }),
  );

it("does not open a saved draft while that would end an upload, and says why", () => {
  const html = render(true);
  expect(html).toMatch(/<button[^>]*aria-disabled="true"/);
  const [, described] = /<button[^>]*aria-describedby="([^"]+)"/.exec(html) ?? [];
  expect(html).toContain(`id="${described}"`);
  expect(html).toContain(UNFINISHED_UPLOAD.message);
});

it("opens a saved draft while nothing is uploaded", () => {
  const html = render(false);
  expect(html).not.toContain("aria-disabled");
  expect(html).not.toContain(UNFINISHED_UPLOAD.message);
});
