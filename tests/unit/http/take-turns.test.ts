import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { createTurns } from "@/lib/http/take-turns";

function setUp() {
  const takeTurns = createTurns(2);
  const started: string[] = [];
  function send(caller: string, name: string): ServerResponse {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    takeTurns(caller, response, () => started.push(name));
    return response;
  }
  return { send, started };
}

it("starts two requests of a caller and the others in order, one for each answer", () => {
  const { send, started } = setUp();
  const [first, second] = ["a1", "a2", "a3", "a4"].map((name) => send("a", name));
  expect(started).toEqual(["a1", "a2"]);
  second?.emit("close");
  expect(started).toEqual(["a1", "a2", "a3"]);
  first?.emit("close");
  expect(started).toEqual(["a1", "a2", "a3", "a4"]);
});

it("lets other callers begin at once", () => {
  const { send, started } = setUp();
  for (const name of ["a1", "a2", "a3"]) send("a", name);
  send("b", "b1");
  expect(started).toEqual(["a1", "a2", "b1"]);
});

it("forgets a waiting request whose caller has gone away", () => {
  const { send, started } = setUp();
  const [first, , third] = ["a1", "a2", "a3", "a4"].map((name) => send("a", name));
  third?.emit("close");
  first?.emit("close");
  expect(started).toEqual(["a1", "a2", "a4"]);
});

it("starts again from two when everything is answered", () => {
  const { send, started } = setUp();
  for (const response of ["a1", "a2"].map((name) => send("a", name))) response.emit("close");
  for (const name of ["a3", "a4", "a5"]) send("a", name);
  expect(started).toEqual(["a1", "a2", "a3", "a4"]);
});
