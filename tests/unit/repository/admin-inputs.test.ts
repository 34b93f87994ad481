import { expect, it } from "vitest";
import { z } from "zod";
import { ADMIN_ACTIONS } from "@/lib/operations/admin-actions";

it.each(Object.values(ADMIN_ACTIONS))(
  "$name ignores unknown fields of its input, which a page of the next release may send",
  ({ input }) => {
    const schema = JSON.stringify(z.toJSONSchema(input, { io: "input" }));
    expect(schema).toContain('"properties"');
    expect(schema).not.toContain('"additionalProperties":false');
  },
);
