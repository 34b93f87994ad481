import type { OutcomeTexts } from "./shares-outcome";

/** Texts about the result of a dropped token. */
export const DROP_TEXTS: OutcomeTexts = {
  unchanged: "The split still shares the token’s fees",
  afterLost: "It may already be sent. Try again: the token is dropped once",
  pending: "Drop pending",
  completed: "Token dropped",
};
