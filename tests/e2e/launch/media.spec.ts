import type { Page } from "playwright/test";
import { createLatch } from "../../setup/create-latch";
import { validImages } from "../../setup/media/images";
import { bringDraft, READY_DRAFT } from "../support/draft";
import { expect, sidewaysOverflow, test } from "../support/test";
import { pictureFile } from "../support/wizard";

/** The image step with every kind of file that users choose by mistake. */

const file = (page: Page) => page.getByLabel("Choose an image or video");
const choose = (page: Page) => page.getByRole("button", { name: /^(Choose file|Replace)$/ });
const crop = (page: Page) => page.getByRole("dialog", { name: "Crop to a square" });
const step = (page: Page) => page.locator("form");
const { buffer: whole } = await pictureFile("whole");

const BAD_FILES = [
  ["a damaged picture", "image/png", Buffer.from("89504e470d0a1a0a00", "hex"), /damaged/],
  ["an image that was cut off", "image/png", whole.subarray(0, 40), /damaged/],
  ["a text named as an image", "image/png", Buffer.from("not an image"), /damaged/],
  ["an empty file", "image/png", Buffer.alloc(0), /The file is empty/],
  ["a huge picture", "image/png", Buffer.alloc(11 * 2 ** 20, 1), /larger than 10 MB/],
  ["an SVG", "image/svg+xml", Buffer.from("<svg/>"), /This file type is not supported/],
] as const;

async function open(page: Page): Promise<void> {
  await page.goto("/launch?step=media");
  await expect(page.getByRole("heading", { name: "Add an image or video" })).toBeVisible();
}

for (const [what, mimeType, buffer, words] of BAD_FILES) {
  test(`${what} is rejected with a message, and the next file is accepted`, async ({ page }) => {
    await open(page);
    await file(page).setInputFiles({ name: "file.png", mimeType, buffer });
    await expect(step(page).getByText(words)).toBeVisible();
    await expect(crop(page)).toHaveCount(0);
    await expect(choose(page)).toBeEnabled();
    expect(await sidewaysOverflow(page)).toBe(0);
    await file(page).setInputFiles(await pictureFile(what));
    await crop(page).getByRole("button", { name: "Use image" }).click();
    await expect(page.getByText("Uploaded")).toBeVisible();
    await expect(step(page).getByText(words)).toHaveCount(0);
    await expect(choose(page), "focus goes where the dialog was opened").toBeFocused();
  });
}

test("Continue without an image shows what is missing", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(step(page).getByText("An image or video is required.")).toBeVisible();
});

test("a second file replaces the first; removing it focuses the file button", async ({ page }) => {
  await open(page);
  for (const name of ["first", "second"]) {
    await file(page).setInputFiles(await pictureFile(name));
    await crop(page).getByRole("button", { name: "Use image" }).dblclick();
    await expect(crop(page)).toHaveCount(0);
    await expect(page.getByText("Uploaded")).toBeVisible();
  }
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(choose(page)).toHaveText("Choose file");
  await expect(choose(page)).toBeFocused();
});

test("an image whose crop is canceled while it is cut is not uploaded", async ({ page }) => {
  const uploads: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/upload-image")) uploads.push(request.url());
  });
  await open(page);
  // A large image takes a while; this one takes until the test says so.
  await page.evaluate(() => {
    const decode = createImageBitmap;
    const isReleased = new Promise((resolve) => addEventListener("test-release", resolve));
    window.createImageBitmap = async (...args: [ImageBitmapSource]) => {
      await isReleased;
      return decode(...args);
    };
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function encode(callback, ...format) {
      toBlob.call(
        this,
        (blob) => {
          callback(blob);
          // After the promises that wait for the picture.
          setTimeout(() => document.body.setAttribute("data-is-cropped", ""));
        },
        ...format,
      );
    };
  });
  await file(page).setInputFiles(await pictureFile("canceled"));
  const use = crop(page).getByRole("button", { name: "Use image" });
  await use.click();
  await expect(use).toBeDisabled();
  await crop(page).getByRole("button", { name: "Cancel" }).click();
  await expect(crop(page)).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event("test-release")));
  await expect(page.locator("body[data-is-cropped]")).toBeAttached();
  await expect(page.getByText("Drop an image or video", { exact: true })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Upload" })).toHaveCount(0);
  expect(uploads).toEqual([]);
});

/** Holds the page's uploads of images until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  const uploads = createLatch();
  await page.route("**/upload-image", async (route) => {
    await uploads.opened;
    // The page may have canceled the upload.
    return route.fallback().catch(() => {});
  });
  return uploads.open;
}

/** Replaces the image of a complete draft; the upload does not end before `release`. */
async function startReplacing(page: Page) {
  await bringDraft(page);
  await open(page);
  await expect(page.getByText("Uploaded")).toBeVisible();
  const release = await holdUploads(page);
  await file(page).setInputFiles(await pictureFile("replacement"));
  await crop(page).getByRole("button", { name: "Use image" }).click();
  await expect(page.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  return { release, before: await shownImage(page) };
}

const shownImage = (page: Page) =>
  step(page).locator("[data-slot=media-picture] img").getAttribute("src");

const UNFINISHED = "An upload is not finished. Wait until it is, or cancel it.";

test("Continue waits for the upload of a replacement, which other steps do not end", async ({
  page,
}) => {
  const { release, before } = await startReplacing(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(step(page).getByText(UNFINISHED)).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("heading", { name: "Name your token" })).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  release();
  await expect(page.getByText("Uploaded")).toBeVisible();
  await expect(step(page).getByText(UNFINISHED)).toHaveCount(0);
  expect(await shownImage(page)).not.toBe(before);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Choose who earns fees" })).toBeVisible();
});

test("Undo after Start over starts the ended upload again", async ({ page }) => {
  const { release, before } = await startReplacing(page);
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByRole("heading", { name: "Name your token" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  release();
  await expect(page.getByText("Uploaded")).toBeVisible();
  await expect.poll(() => shownImage(page)).not.toBe(before);
});

test("a saved draft opens once the upload is finished, which opening it would end", async ({
  page,
}) => {
  await page.addInitScript(
    (saved) => {
      // The initial blank page has no storage.
      if (location.origin !== "null") localStorage.setItem("slipway.launch-drafts-saved", saved);
    },
    JSON.stringify([{ ...READY_DRAFT, name: "Saved" }]),
  );
  const { release } = await startReplacing(page);
  const openDraft = page.getByRole("button", { name: "Open draft" });
  await expect(openDraft).toHaveAccessibleDescription(UNFINISHED);
  await expect(openDraft).toBeDisabled();
  release();
  await expect(page.getByText("Uploaded")).toBeVisible();
  await openDraft.click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Saved");
});

test("the end of an upload leaves the issues of another step", async ({ page }) => {
  const { release } = await startReplacing(page);
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("");
  // Without a visible control, the step lists the issue itself.
  await page.addStyleTag({ content: "[name=name] { display: none }" });
  const preview = page.getByLabel("Preview").locator("img").first();
  const before = (await preview.getAttribute("src")) ?? "";
  await page.getByRole("button", { name: "Continue" }).click();
  const issues = step(page).locator("[role=alert][data-slot=card]").filter({ hasText: /name/i });
  await expect(issues).toBeVisible();
  release();
  await expect(preview).not.toHaveAttribute("src", before);
  await expect(issues).toBeVisible();
});

test("the review launches nothing while the image is being replaced", async ({ page }) => {
  const { release } = await startReplacing(page);
  // As the browser's forward button does: the page is not loaded again.
  await page.evaluate(() => {
    window.location.hash = "review";
  });
  await expect(step(page).getByText(UNFINISHED)).toBeVisible();
  const launch = page.getByRole("button", { name: "Launch token" });
  await expect(launch).toBeDisabled();
  release();
  await expect(launch).toBeEnabled();
  await expect(step(page).getByText(UNFINISHED)).toHaveCount(0);
});

test("canceling a replacement keeps the image before it", async ({ page }) => {
  const { release, before } = await startReplacing(page);
  const ended = page.waitForEvent("requestfailed", (request) =>
    request.url().endsWith("/upload-image"),
  );
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Uploaded")).toBeVisible();
  release();
  // No response can arrive any more.
  await ended;
  expect(await shownImage(page)).toBe(before);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Choose who earns fees" })).toBeVisible();
});

test("a reload during an upload asks first", async ({ page }) => {
  const { release } = await startReplacing(page);
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await expect(page.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  release();
  await expect(page.getByText("Uploaded")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Uploaded")).toBeVisible();
  expect(asked).toEqual(["beforeunload"]);
});

test.describe("an image that the launchpad has removed", () => {
  test.use({ expectedProblem: /status of 404/ });
  const IMAGE = /\/ipfs\/[^?]+$/;
  const LOST = "The image was removed. Upload it again.";
  const launch = (page: Page) => page.getByRole("button", { name: "Launch token" });

  test("is not in a restored draft, and can be uploaded again", async ({ page }) => {
    const cid = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKX6uo";
    await bringDraft(page, { media: { kind: "image", cid, name: "gone.png" } });
    await page.goto("/launch?step=review");
    await expect(step(page).getByText(LOST)).toBeVisible();
    await expect(launch(page)).toBeDisabled();
    await page.getByRole("button", { name: "Go to Image" }).click();
    await expect(step(page).getByText(LOST)).toBeVisible();
    await expect(choose(page)).toHaveText("Choose file");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(step(page).getByText(LOST)).toBeVisible();
    await file(page).setInputFiles(await pictureFile("again"));
    await crop(page).getByRole("button", { name: "Use image" }).click();
    await expect(page.getByText("Uploaded")).toBeVisible();
    await expect(step(page).getByText(LOST)).toHaveCount(0);
  });

  test("does not follow to a new draft", async ({ page }) => {
    const cid = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKX6uo";
    await bringDraft(page, { media: { kind: "image", cid, name: "gone.png" } });
    await page.goto("/launch?step=review");
    await expect(step(page).getByText(LOST)).toBeVisible();
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(page.getByRole("heading", { name: "Name your token" })).toBeVisible();
    // The page stays open, with what it remembers.
    await page.evaluate(() => {
      location.hash = "media";
    });
    await expect(choose(page)).toHaveText("Choose file");
    await expect(step(page).getByText(LOST)).toHaveCount(0);
  });

  test("is kept while only its provider does not have it", async ({ page }) => {
    await bringDraft(page);
    const answer = { status: 404, headers: { "retry-after": "60" } };
    await page.route(IMAGE, (route) => route.fulfill(answer));
    const checked = page.waitForResponse(IMAGE);
    await page.goto("/launch?step=review");
    await checked;
    await expect(launch(page)).toBeEnabled();
    await expect(step(page).getByText(LOST)).toHaveCount(0);
  });

  test("is not launched if it was removed during the review", async ({ page }) => {
    await bringDraft(page);
    await page.goto("/launch?step=review");
    await expect(launch(page)).toBeEnabled();
    const sent: string[] = [];
    page.on("request", (request) => {
      const body = request.postData() ?? "";
      if (request.url().includes("/launch-memecoin") && !body.includes("dryRun")) sent.push(body);
    });
    await page.route(IMAGE, (route) => route.fulfill({ status: 404 }));
    await launch(page).click();
    await expect(step(page).getByText(LOST)).toBeVisible();
    await expect(launch(page)).toBeDisabled();
    expect(sent).toEqual([]);
    await page.unroute(IMAGE);
    await page.getByRole("button", { name: "Go to Image" }).click();
    await file(page).setInputFiles(await pictureFile("again"));
    await crop(page).getByRole("button", { name: "Use image" }).click();
    await expect(page.getByText("Uploaded")).toBeVisible();
    await page.goBack();
    await expect(launch(page)).toBeEnabled();
    await expect(step(page).getByRole("alert")).toHaveCount(0);
  });
});

test.describe("a video that the launchpad has removed", () => {
  // The check of the launch may be sent before it is known that the video is gone.
  test.use({ expectedProblem: /status of 40[04]/ });
  const LOST = "The video is no longer available. Upload it again or choose another file.";

  test("is not in a restored draft", async ({ page }) => {
    const media = { kind: "video", uid: "gone", name: "gone.mp4" } as const;
    await bringDraft(page, { media: { ...media, thumbnailUrl: null, thumbnailCid: null } });
    await page.goto("/launch?step=review");
    await expect(step(page).getByText(LOST)).toBeVisible();
    await expect(page.getByRole("button", { name: "Launch token" })).toBeDisabled();
    await page.getByRole("button", { name: "Go to Image" }).click();
    await expect(step(page).getByText(LOST)).toBeVisible();
    await expect(choose(page)).toHaveText("Choose file");
  });
});

test("an animated WebP is uploaded unchanged", async ({ page }) => {
  const buffer = (await validImages())["animated webp"] ?? Buffer.alloc(0);
  await open(page);
  const sent = page.waitForRequest("**/upload-image");
  await file(page).setInputFiles({ name: "moving.webp", mimeType: "image/webp", buffer });
  expect((await sent).postDataJSON().base64Image).toContain(buffer.toString("base64"));
  await expect(page.getByText("Uploaded")).toBeVisible();
  await expect(crop(page)).toHaveCount(0);
});

test("an animated PNG is cropped with a notice that it becomes a still image", async ({ page }) => {
  // The animation chunk follows the header, which is 33 bytes with the signature.
  const control = Buffer.from("000000086163544c0000000200000000f38d9370", "hex");
  const buffer = Buffer.concat([whole.subarray(0, 33), control, whole.subarray(33)]);
  await open(page);
  await file(page).setInputFiles({ name: "moving.png", mimeType: "image/png", buffer });
  await expect(crop(page)).toContainText("Only the first frame of this animation is used.");
  await crop(page).getByRole("button", { name: "Cancel" }).click();
  await file(page).setInputFiles(await pictureFile("still"));
  await expect(crop(page)).not.toContainText("first frame");
});

test.describe("a video", () => {
  test.use({ expectedProblem: /ERR_INTERNET_DISCONNECTED|status of (4|5)\d\d/ });

  const video = { name: "clip.mp4", mimeType: "video/mp4", buffer: Buffer.from("not a video") };

  test("whose upload was interrupted is sent again", async ({ page }) => {
    await open(page);
    await page.route("**/upload-video/*", (route) => route.abort("internetdisconnected"), {
      times: 1,
    });
    await file(page).setInputFiles(video);
    await expect(step(page).getByText("The connection was lost")).toBeVisible();
    const sent = page.waitForRequest("**/upload-video/*");
    await page.getByRole("button", { name: "Try again" }).click();
    await sent;
    // The service itself rejects these bytes.
    await expect(step(page).getByText("The file is not a video")).toBeVisible();
  });

  for (const [status, code, error, words] of [
    [429, "rate_limited", "Too many.", "Upload limit reached. Try again in 30 seconds."],
    [
      429,
      "rate_limited",
      "Quota used up. Try again tomorrow.",
      "Quota used up. Try again tomorrow.",
    ],
    [451, "content_removed", "The operator has removed this video", "has removed this video"],
    [409, "upload_used", "This upload URL was already used", "This upload URL was already used"],
    [507, "storage_full", "The storage is full", "The storage is full. Try again in a moment."],
    [410, "upload_expired", "Expired", "The upload link expired. Try again."],
  ] as const) {
    test(`that the service rejects with ${code} shows: ${words}`, async ({ page }) => {
      await open(page);
      await page.route("**/upload-video/*", (route) =>
        route.fulfill({
          status,
          headers: { "retry-after": "30" },
          json: { success: false, error, code },
        }),
      );
      await file(page).setInputFiles(video);
      await expect(step(page).getByText(words)).toBeVisible();
    });
  }
});

test.describe("offline", () => {
  test.use({ expectedProblem: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

  test("an upload shows a notice and resumes when back online", async ({ page }) => {
    await open(page);
    await page.context().setOffline(true);
    await file(page).setInputFiles(await pictureFile("offline"));
    await crop(page).getByRole("button", { name: "Use image" }).click();
    await expect(page.getByText(/offline|could not be reached|connection/i).first()).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText("Uploaded")).toBeVisible();
  });

  test("an upload resumes if the connection is back as its failure is shown", async ({ page }) => {
    await open(page);
    await page.route("**/upload-image", (route) => route.abort("internetdisconnected"), {
      times: 1,
    });
    await page.evaluate(() => {
      let isOnline = false;
      Object.defineProperty(Navigator.prototype, "onLine", { get: () => isOnline });
      // Between the message and the effects of its render; no event follows.
      new MutationObserver(() => {
        isOnline ||= document.querySelector("form")?.textContent?.includes("offline") === true;
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await file(page).setInputFiles(await pictureFile("reconnected"));
    await crop(page).getByRole("button", { name: "Use image" }).click();
    await expect(page.getByText("Uploaded")).toBeVisible();
  });
});
