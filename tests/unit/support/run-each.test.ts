import { expect, it } from "vitest";
import { runEach } from "@/lib/support/run-each";

const failing = (message: string) => () => Promise.reject(new Error(message));

it("runs every step in order, also after failures, and then throws all errors", async () => {
  const ran: string[] = [];
  const step = (name: string) => async () => ran.push(name);
  const all = runEach([step("first"), failing("one"), step("second"), failing("two")]);
  const error = await all.catch((reason: unknown) => reason);
  expect(ran).toEqual(["first", "second"]);
  expect(error).toMatchObject({ errors: [{ message: "one" }, { message: "two" }] });
  await expect(runEach([failing("alone"), step("last")])).rejects.toThrow("alone");
  expect(ran).toEqual(["first", "second", "last"]);
});
