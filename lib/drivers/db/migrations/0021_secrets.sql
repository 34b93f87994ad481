CREATE TABLE "launch"."secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"wrapped_at" timestamp with time zone NOT NULL
);
