import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  casing: "snake_case",
  schema: "./lib/db/schema/*.ts",
  out: "./lib/db/migrations",
});
