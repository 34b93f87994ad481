import { type S3Calls, storageUnavailable } from "./s3-calls";

/** The smallest part that S3 accepts. A waiting and a sent part are in memory. */
export const PART_BYTES = 5 * 1024 * 1024;

type Target = { Bucket: string; Key: string };

/**
 * Stores a body of any length: a small one in one call, a larger one in parts, one sent while the
 * next is collected. Nothing is visible before the last call.
 * @returns the size in bytes
 */
export async function putBody(
  calls: S3Calls,
  target: Target,
  body: AsyncIterable<Uint8Array>,
): Promise<number> {
  // Fail before the body is read: collecting the first part may take minutes.
  await calls.requireAnswering();
  let upload: ReturnType<typeof createMultipart> | null = null;
  let size = 0;
  try {
    for await (const { part, isLast } of partsOf(body)) {
      size += part.byteLength;
      if (isLast && upload === null) {
        await putWhole(calls, target, part);
        return size;
      }
      upload ??= createMultipart(calls, target);
      await upload.add(part);
    }
    await upload?.complete();
    return size;
  } catch (error) {
    await upload?.abort();
    throw error;
  }
}

async function putWhole(calls: S3Calls, target: Target, part: Buffer): Promise<void> {
  const content = { Body: part, ContentLength: part.byteLength };
  const put = await calls.run(
    (sdk, client, abort) => client.send(new sdk.PutObjectCommand({ ...target, ...content }), abort),
    part.byteLength,
  );
  if (put === null) throw storageUnavailable(new Error(`There is no bucket ${target.Bucket}`));
}

/** Adding a part waits for the previous one, so at most two are in memory. */
function createMultipart(calls: S3Calls, target: Target) {
  const begun = calls
    .run((sdk, client, abort) => client.send(new sdk.CreateMultipartUploadCommand(target), abort))
    .then((answer) => {
      if (answer?.UploadId !== undefined) return { ...target, UploadId: answer.UploadId };
      throw storageUnavailable(new Error("NoUploadId"));
    });
  const done: { ETag: string; PartNumber: number }[] = [];
  let sending: Promise<void> = begun.then(() => undefined);
  let count = 0;

  async function send(part: Buffer, PartNumber: number): Promise<void> {
    const upload = await begun;
    const content = { Body: part, ContentLength: part.byteLength, PartNumber };
    const sent = await calls.run(
      (sdk, client, abort) =>
        client.send(new sdk.UploadPartCommand({ ...upload, ...content }), abort),
      part.byteLength,
    );
    if (sent?.ETag === undefined) throw storageUnavailable(new Error("NoSuchUpload"));
    done.push({ ETag: sent.ETag, PartNumber });
  }

  return {
    async add(part: Buffer): Promise<void> {
      await sending;
      count += 1;
      const number = count;
      sending = send(part, number);
      // Reported by the next `add` or by `complete`.
      sending.catch(() => undefined);
    },
    async complete(): Promise<void> {
      await sending;
      const upload = await begun;
      const parts = { MultipartUpload: { Parts: done } };
      // The store joins the parts before it responds, which takes longer for larger objects.
      const ended = await calls.run(
        (sdk, client, abort) =>
          client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, ...parts }), abort),
        count * PART_BYTES,
      );
      if (ended === null) throw storageUnavailable(new Error("NoSuchUpload"));
    },
    /** Frees the parts. A store that does not respond frees them by its lifecycle rule. */
    async abort(): Promise<void> {
      await sending.catch(() => undefined);
      await begun
        .then((upload) =>
          calls.run((sdk, client, abort) =>
            client.send(new sdk.AbortMultipartUploadCommand(upload), abort),
          ),
        )
        .catch(() => undefined);
    },
  };
}

/** Cuts a body into parts of `PART_BYTES`; the last one is shorter and may be empty. */
async function* partsOf(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ part: Buffer; isLast: boolean }> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    let rest = chunk;
    while (size + rest.byteLength > PART_BYTES) {
      const taken = PART_BYTES - size;
      yield { part: Buffer.concat([...chunks, rest.subarray(0, taken)]), isLast: false };
      rest = rest.subarray(taken);
      [chunks, size] = [[], 0];
    }
    chunks.push(rest);
    size += rest.byteLength;
  }
  yield { part: Buffer.concat(chunks), isLast: true };
}
