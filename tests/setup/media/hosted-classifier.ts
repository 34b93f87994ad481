import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import sharp from "sharp";
import { z } from "zod";
import { listen } from "../servers/listen";

const NEUTRAL = { Drawing: 0, Hentai: 0, Neutral: 1, Porn: 0, Sexy: 0 };
const EXPLICIT = { ...NEUTRAL, Neutral: 0, Porn: 1 };
/** The explicit content of these tests: an image of this color. */
export const EXPLICIT_COLOR = "#ff00ff";
const question = z.object({ frames: z.array(z.base64()).min(1).max(16) });

/**
 * A hosted classifier by the contract in lib/drivers/moderation/hosted-classifier.ts. It flags only
 * images of one color, and returns 503 while it is down.
 */
export async function startHostedClassifier() {
  let isDown = false;
  let questions = 0;
  const server = createServer(async (request, response) => {
    const { frames } = question.parse(JSON.parse(await text(request)));
    questions += 1;
    if (isDown) return void response.writeHead(503).end();
    const scores = await Promise.all(frames.map(scoresOf));
    response.writeHead(200).end(JSON.stringify({ scores }));
  });
  const { origin } = await listen(server);
  return {
    /** The configuration of a launchpad that uses it. */
    variables: {
      MODERATOR_URL: `${origin}/classify`,
      MODERATOR_TOKEN: "moder4tor-value",
    },
    /** The number of requests. */
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

async function scoresOf(frame: string) {
  const { channels } = await sharp(Buffer.from(frame, "base64")).stats();
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
  return red > 240 && green < 15 && blue > 240 ? EXPLICIT : NEUTRAL;
}
