import type { IncomingMessage } from "node:http";
import type { Answer } from "./fake-privy";

export const X_BEARER_TOKEN = "x-b3arer-value";

/** Usernames at X and in the Farcaster name registry, by their documented wire formats. */
export function createFakeNames() {
  const xUsers = new Map<string, { id: string; username: string; name: string }>();
  const farcasterNames = new Map<string, { fid: number; owner: string }>();
  /** The registry's source returns one transfer, its documentation a list. */
  const settings = { registryAnswersList: false };

  function answerX(path: string, { headers }: IncomingMessage): Answer {
    if (headers.authorization !== `Bearer ${X_BEARER_TOKEN}`) {
      return { status: 401, json: { title: "Unauthorized", status: 401 } };
    }
    const username = path.replace("/2/users/by/username/", "");
    const user = xUsers.get(username);
    if (user !== undefined) return { status: 200, json: { data: user } };
    const error = {
      value: username,
      detail: `Could not find user with username: [${username}].`,
      title: "Not Found Error",
      resource_type: "user",
      parameter: "username",
      resource_id: username,
      type: "https://api.twitter.com/2/problems/resource-not-found",
    };
    return { status: 200, json: { errors: [error] } };
  }

  function answerRegistry(username: string): Answer {
    const holder = farcasterNames.get(username);
    if (holder === undefined) return { status: 404, json: { error: "No transfer found" } };
    const { fid, owner } = holder;
    const transfer = { id: 1, timestamp: 1628882891, username, owner, from: 0, to: fid };
    const json = settings.registryAnswersList ? { transfers: [transfer] } : { transfer };
    return { status: 200, json };
  }

  return { xUsers, farcasterNames, settings, answerX, answerRegistry };
}
