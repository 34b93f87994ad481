import { type ClassValue, clsx } from "clsx";
import { createTailwindMerge, validators } from "tailwind-merge";

const { isAny, isArbitraryValue, isNumber } = validators;

/** Class groups of the form `name-value`, such as `max-w-60`. */
const VALUED = [
  ...["size", "w", "h", "min-w", "max-w", "min-h", "max-h", "basis", "order", "z", "opacity"],
  ...["grid-cols", "grid-rows", "col-start", "gap", "gap-x", "gap-y", "leading", "tracking"],
  ...["bg", "fill", "stroke", "accent", "cursor", "pointer-events", "object", "list", "items"],
  ...["animate", "aspect", "backdrop-blur", "brightness", "duration", "transition", "whitespace"],
  ...["rotate", "translate-x", "translate-y", "scroll-mt", "outline-offset"],
  ...["inset", "inset-x", "inset-y", "top", "right", "bottom", "left"],
] as const;
/** Groups with subgroups per side or direction: `p-4`, `px-4`, `pt-4`. */
const SIDED = ["p", "m"] as const;
const SIDES = ["x", "y", "t", "r", "b", "l"] as const;
const FONT_SIZES = [
  ...["micro", "xs", "sm", "base", "lg", "xl", "2xl", "3xl", "4xl", "display", "title"],
  isArbitraryLength,
];

/** `text-[0.8rem]` is a size, `text-[var(--up)]` a color. */
function isArbitraryLength(value: string): boolean {
  return isArbitraryValue(value) && /^\[[\d.]/.test(value);
}

const valued = (name: string): [string, object[]] => [name, [{ [name]: [isAny] }]];

/**
 * tailwind-merge with only the class groups in use. Its full list is many times larger and
 * dominated page start-up. `tests/unit/components/cn.test.ts` compares every class of the product with the
 * full list.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...Object.fromEntries(VALUED.map(valued)),
    ...Object.fromEntries(
      SIDED.flatMap((name) => [name, ...SIDES.map((side) => name + side)]).map(valued),
    ),
    display: [
      ...["block", "inline", "inline-block", "flex", "inline-flex", "grid", "contents", "hidden"],
      ...["table", "table-cell"],
    ],
    visibility: ["visible", "invisible"],
    position: ["static", "fixed", "absolute", "relative", "sticky"],
    overflow: [{ overflow: [isAny] }],
    "overflow-x": [{ "overflow-x": [isAny] }],
    "overflow-y": [{ "overflow-y": [isAny] }],
    "line-clamp": [{ "line-clamp": [isAny] }],
    flex: [{ flex: [isNumber] }],
    grow: ["grow", { grow: [isAny] }],
    shrink: [{ shrink: [isAny] }],
    justify: [{ justify: ["start", "end", "center", "between"] }],
    "col-span": [{ col: [{ span: [isAny] }] }],
    "font-size": [{ text: FONT_SIZES }],
    "text-align": [{ text: ["left", "center", "right"] }],
    "text-wrap": [{ text: ["balance", "pretty"] }],
    "text-overflow": ["truncate", "text-ellipsis"],
    "text-color": [{ text: [isAny] }],
    "text-decoration": ["underline", "no-underline", "line-through"],
    "text-transform": ["uppercase", "normal-case"],
    "font-family": [{ font: ["sans", "mono"] }],
    "font-weight": [{ font: ["normal", "medium", "semibold", "bold"] }],
    break: [{ break: ["words", "all"] }],
    rounded: [{ rounded: ["", isAny] }],
    "rounded-t": [{ "rounded-t": [isAny] }],
    "rounded-r": [{ "rounded-r": [isAny] }],
    border: [{ border: ["", isNumber] }],
    "border-t": [{ "border-t": ["", isNumber] }],
    "border-b": [{ "border-b": ["", isNumber] }],
    "border-l": [{ "border-l": ["", isNumber] }],
    "border-style": [{ border: ["dashed"] }],
    "border-color": [{ border: [isAny] }],
    blur: [{ blur: ["", isAny] }],
    shadow: [{ shadow: [isAny] }],
  },
  conflictingClassGroups: {
    ...Object.fromEntries(
      SIDED.flatMap((name) => [
        [name, SIDES.map((side) => name + side)],
        [`${name}x`, [`${name}l`, `${name}r`]],
        [`${name}y`, [`${name}t`, `${name}b`]],
      ]),
    ),
    size: ["w", "h"],
    inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
    "inset-x": ["left", "right"],
    "inset-y": ["top", "bottom"],
    gap: ["gap-x", "gap-y"],
    flex: ["basis", "grow", "shrink"],
    overflow: ["overflow-x", "overflow-y"],
    "line-clamp": ["display", "overflow"],
    "font-size": ["leading"],
    rounded: ["rounded-t", "rounded-r"],
    border: ["border-t", "border-b", "border-l"],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: [],
}));

/** Joins class names; of two conflicting classes the last one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
