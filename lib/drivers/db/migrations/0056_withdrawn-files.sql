CREATE TABLE "media"."withdrawn_files" (
	"key" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL
);
