import { connect } from "node:net";
import { z } from "zod";

/**
 * The generator behind `floodWithCallers`: uses raw sockets, so that it costs less than what it
 * measures. Prints its figures as JSON.
 */
const { baseUrl, path, callers, concurrency, seconds } = z
  .object({
    baseUrl: z.url(),
    path: z.string(),
    callers: z.number(),
    concurrency: z.number(),
    seconds: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ""));

const { hostname, port, host } = new URL(baseUrl);
const endsAt = performance.now() + seconds * 1_000;
const latencies: number[] = [];
let next = 0;

/** Addresses from 11.0.0.0 on; a prime stride spreads them over networks. */
function addressOf(n: number): string {
  const spread = 0x0b000000 + ((n * 7_919) % 16_000_000);
  return [24, 16, 8, 0].map((bits) => (spread >>> bits) & 255).join(".");
}

function requestText(): string {
  const caller = addressOf(next % callers);
  next += 1;
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${caller}\r\n\r\n`;
}

/** Length of the response at the start of `buffered`, or null until its head is complete. */
function responseLength(buffered: Buffer): number | null {
  const end = buffered.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = buffered.toString("latin1", 0, end);
  if (!head.startsWith("HTTP/1.1 200")) throw new Error(`answered ${head.split("\r\n")[0]}`);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error("the answer has no Content-Length");
  return end + 4 + Number(length);
}

function flood(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let buffered = Buffer.alloc(0);
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(requestText());
    };
    socket.once("error", reject);
    socket.once("connect", send);
    socket.on("data", (chunk) => {
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
      const length = responseLength(buffered);
      if (length === null || buffered.length < length) return;
      buffered = buffered.subarray(length);
      latencies.push(performance.now() - sentAt);
      if (performance.now() < endsAt) return send();
      socket.destroy();
      resolve();
    });
  });
}

await Promise.all(Array.from({ length: concurrency }, flood));
latencies.sort((a, b) => a - b);
const p99Ms = Number((latencies[Math.floor(latencies.length * 0.99)] ?? 0).toFixed(1));
process.stdout.write(JSON.stringify({ requests: latencies.length, seconds, p99Ms }));
