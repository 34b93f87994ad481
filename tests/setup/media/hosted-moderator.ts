import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";

const NEUTRAL = { Drawing: 0, Hentai: 0, Neutral: 1, Porn: 0, Sexy: 0 };
const question = z.object({ frames: z.array(z.base64()).min(1).max(16) });

/**
 * A hosted moderator by the contract in lib/media/hosted-moderator.ts. It finds nothing in anything,
 * at once, and answers 503 while it is down.
 */
export async function startHostedModerator() {
  let isDown = false;
  let questions = 0;
  const server = createServer(async (request, response) => {
    const { frames } = question.parse(JSON.parse(await text(request)));
    questions += 1;
    if (isDown) return void response.writeHead(503).end();
    response.writeHead(200).end(JSON.stringify({ scores: frames.map(() => NEUTRAL) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    /** What a launchpad is configured with to use it. */
    variables: {
      MODERATOR_URL: `http://127.0.0.1:${address.port}/classify`,
      MODERATOR_TOKEN: "moder4tor-value",
    },
    /** How often it was asked. */
    questions: () => questions,
    setDown(value: boolean) {
      isDown = value;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
