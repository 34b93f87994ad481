import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  casing: "snake_case",
  schema: ["./lib/drivers/db/columns.ts", "./lib/**/*tables.ts"],
  out: "./lib/drivers/db/migrations",
});
