import { Readable } from "node:stream";
import pLimit from "p-limit";
import { checkKey, checkPrefix, type ObjectStore, type StoredObject } from "./object-store";
import { createS3Calls, type S3Options, storageUnavailable } from "./s3-calls";
import { putBody } from "./s3-put";

const IDLE_MS_MAX = 10_000;
const DELETES_AT_ONCE = 8;

/**
 * Objects in a bucket of Amazon S3 or a compatible service, such as MinIO, Cloudflare R2 or Garage.
 * Uses only calls that all of them have.
 */
export function createS3Store(options: S3Options): ObjectStore {
  const { bucket: Bucket, prefix: root, idleMsMax = IDLE_MS_MAX } = options;
  const calls = createS3Calls(options);
  const toName = (key: string) => {
    checkKey(key);
    return { Bucket, Key: `${root}${key}` };
  };

  async function open(key: string): Promise<StoredObject | null> {
    const name = toName(key);
    const head = await calls.run((sdk, client, abort) =>
      client.send(new sdk.HeadObjectCommand(name), abort),
    );
    if (head === null) return null;
    const sizeBytes = head.ContentLength ?? 0;
    return {
      sizeBytes,
      read: (range = { start: 0, length: sizeBytes }) => read(name, range),
    };
  }
  async function* read(
    name: { Bucket: string; Key: string },
    { start, length }: { start: number; length: number },
  ): AsyncGenerator<Uint8Array> {
    if (length === 0) return;
    const Range = `bytes=${start}-${start + length - 1}`;
    const found = await calls.run((sdk, client, abort) =>
      client.send(new sdk.GetObjectCommand({ ...name, Range }), abort),
    );
    if (!(found?.Body instanceof Readable)) throw storageUnavailable(new Error("NoSuchKey"));
    yield* steady(found.Body, length, idleMsMax);
  }
  async function remove(key: string): Promise<void> {
    const name = toName(key);
    await calls.run((sdk, client, abort) => client.send(new sdk.DeleteObjectCommand(name), abort));
  }
  async function* pages(prefix: string, Delimiter?: string) {
    checkPrefix(prefix);
    let token: string | undefined;
    do {
      const query = {
        Bucket,
        Prefix: `${root}${prefix}`,
        ...(Delimiter === undefined ? {} : { Delimiter }),
        ...(token === undefined ? {} : { ContinuationToken: token }),
      };
      const page = await calls.run((sdk, client, abort) =>
        client.send(new sdk.ListObjectsV2Command(query), abort),
      );
      if (page === null) throw storageUnavailable(new Error(`There is no bucket ${Bucket}`));
      yield page;
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }
  async function* list(prefix: string) {
    for await (const { Contents = [] } of pages(prefix)) {
      for (const { Key, Size } of Contents) {
        if (Key === undefined) continue;
        yield { key: Key.slice(root.length), sizeBytes: Size ?? 0 };
      }
    }
  }

  return {
    kind: "s3",
    open,
    has: async (key) => (await open(key)) !== null,
    put: async (key, body) => putBody(calls, toName(key), body),
    async copy(from, to) {
      const found = await open(from);
      if (found === null) throw new Error(`There is no stored object ${from}`);
      // Keys have no character that a URL would encode.
      const CopySource = `${Bucket}/${toName(from).Key}`;
      await calls.run(
        (sdk, client, abort) =>
          client.send(new sdk.CopyObjectCommand({ ...toName(to), CopySource }), abort),
        found.sizeBytes,
      );
    },
    delete: remove,
    async deleteAll(prefix) {
      const inTurn = pLimit(DELETES_AT_ONCE);
      const keys: string[] = [];
      for await (const { key } of list(prefix)) keys.push(key);
      await Promise.all(keys.map((key) => inTurn(() => remove(key))));
    },
    list,
    async *folders(prefix) {
      for await (const { CommonPrefixes = [] } of pages(prefix, "/")) {
        for (const { Prefix = "" } of CommonPrefixes) {
          yield Prefix.slice(root.length + prefix.length, -1);
        }
      }
    },
  };
}

/** Passes a body on. One that pauses, breaks off or is too short is an error. */
async function* steady(
  body: Readable,
  length: number,
  idleMsMax: number,
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  let left = length;
  try {
    for (;;) {
      // Only the wait for the store counts, not that for the reader.
      const timer = setTimeout(() => body.destroy(new Error("Timeout")), idleMsMax);
      const part = await chunks.next().finally(() => clearTimeout(timer));
      if (part.done) break;
      left -= part.value.byteLength;
      yield part.value;
    }
  } catch (error) {
    throw storageUnavailable(error);
  } finally {
    body.destroy();
  }
  if (left !== 0) throw storageUnavailable(new Error("ShortBody"));
}
