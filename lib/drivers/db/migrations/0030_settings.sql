CREATE TABLE "launch"."settings" (
	"realm" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" "bytea" NOT NULL,
	CONSTRAINT "settings_realm_key_pk" PRIMARY KEY("realm","key")
);
