/** One block of a server-sent event stream; what it does not have is null. */
export type SentEvent = {
  id: string | null;
  event: string | null;
  data: string | null;
  /** Milliseconds to wait before connecting again. */
  retryMs: number | null;
};

/**
 * Reads server-sent events from a body, blocks without data included.
 * @throws whatever reading the body throws
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<SentEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + decoder.decode(part.value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      for (const block of blocks) yield parseBlock(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseBlock(block: string): SentEvent {
  const sent: SentEvent = { id: null, event: null, data: null, retryMs: null };
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ""] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === "id") sent.id = value;
    else if (name === "event") sent.event = value;
    else if (name === "data") sent.data = sent.data === null ? value : `${sent.data}\n${value}`;
    else if (name === "retry" && /^\d+$/.test(value)) sent.retryMs = Number(value);
  }
  return sent;
}
