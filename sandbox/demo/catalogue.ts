import type { Motif } from "./draw-image";
import type { Random } from "./random";

/** A token for a demo user to launch. */
export type Idea = {
  name: string;
  symbol: string;
  description: string;
  motif: Motif;
  website: string | null;
};

const IDEAS: readonly Idea[] = [
  {
    name: "Harbor Cat",
    symbol: "HCAT",
    description:
      "The cat that guards the slipway. She has seen every launch and naps through most of them.",
    motif: "moon",
    website: "https://harborcat.example",
  },
  {
    name: "Midnight Diner",
    symbol: "DINER",
    description:
      "Open late, never closed. Hold a stool at the counter where every chart is discussed.",
    motif: "orbit",
    website: null,
  },
  {
    name: "Paper Crane",
    symbol: "CRANE",
    description: "A thousand folds, one wish. Fees go to a community of paper artists.",
    motif: "tiles",
    website: "https://papercrane.example",
  },
  {
    name: "Slow Coffee",
    symbol: "SLOW",
    description: "Poured by hand and held for long. The opposite of a fast flip.",
    motif: "rings",
    website: "https://slowcoffee.example",
  },
  {
    name: "Solar Punk",
    symbol: "SOLAR",
    description: "Gardens on every roof, panels on every wall. Optimism you can trade.",
    motif: "rays",
    website: "https://solarpunk.example",
  },
  {
    name: "Tidepool",
    symbol: "TIDE",
    description: "Small, strange and full of life. It comes in twice a day.",
    motif: "waves",
    website: null,
  },
  {
    name: "North Face Goat",
    symbol: "GOAT",
    description: "Stands where nobody should stand. Only goes up, until it doesn't.",
    motif: "peaks",
    website: "https://northgoat.example",
  },
  {
    name: "Lucky Clover",
    symbol: "CLVR",
    description: "Four leaves, one field. Found by accident, kept on purpose.",
    motif: "petals",
    website: null,
  },
  {
    name: "Analog Radio",
    symbol: "DIAL",
    description: "Static, then a song. A token for people who still turn the knob.",
    motif: "waves",
    website: "https://analogradio.example",
  },
  {
    name: "Comet Mail",
    symbol: "COMET",
    description: "Letters that arrive every 76 years. Postage is paid in patience.",
    motif: "orbit",
    website: null,
  },
  {
    name: "Bread Club",
    symbol: "BREAD",
    description: "First rule: share the starter. Second rule: never sell the starter.",
    motif: "rings",
    website: "https://breadclub.example",
  },
  {
    name: "Pixel Fern",
    symbol: "FERN",
    description: "Grows one leaf a block. Water it by doing nothing at all.",
    motif: "petals",
    website: null,
  },
  {
    name: "Mosaic",
    symbol: "MOSA",
    description: "Every holder is a tile. From far away it makes a picture.",
    motif: "tiles",
    website: "https://mosaic.example",
  },
  {
    name: "Blue Hour",
    symbol: "BLUE",
    description: "The twenty minutes after sunset when everything looks like a film.",
    motif: "moon",
    website: null,
  },
  {
    name: "Summit Club",
    symbol: "SMMT",
    description: "Base camp at four thousand. Bring a jacket and a stop loss.",
    motif: "peaks",
    website: "https://summitclub.example",
  },
  {
    name: "Daybreak",
    symbol: "DAWN",
    description: "For early risers. Its best candles are lit before breakfast.",
    motif: "rays",
    website: null,
  },
];

const FIRST = ["Velvet", "Copper", "Quiet", "Wild", "Neon", "Cedar", "Silver", "Lunar", "Salt"];
const SECOND = [
  "Otter",
  "Lantern",
  "Garden",
  "Echo",
  "Falcon",
  "Canyon",
  "Violin",
  "Harvest",
  "Fox",
];
const LINES = [
  "Started as a joke in a group chat. The group chat is now very serious about it.",
  "No roadmap, good company.",
  "A small club with a loud chart.",
  "Made on a rainy Sunday and kept alive by its holders.",
];

/** The idea with this number: the catalogue first, then new combinations. */
export function ideaAt(index: number, random: Random): Idea {
  const known = IDEAS[index];
  if (known !== undefined) return known;
  const [first, second] = [random.pick(FIRST), random.pick(SECOND)];
  return {
    name: `${first} ${second}`,
    symbol: `${first.slice(0, 2)}${second.slice(0, 3)}`.toUpperCase(),
    description: random.pick(LINES),
    motif: random.pick(["rings", "waves", "rays", "moon", "peaks", "petals", "tiles", "orbit"]),
    website: null,
  };
}
