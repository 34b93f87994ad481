CREATE SCHEMA "admin";
--> statement-breakpoint
CREATE TABLE "admin"."nonces" (
	"nonce" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin"."sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"address" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin"."audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"admin" "bytea" NOT NULL,
	"role" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text NOT NULL,
	"request_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "launch"."settings" (
	"realm" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" "bytea" NOT NULL,
	CONSTRAINT "settings_realm_key_pk" PRIMARY KEY("realm","key")
);
--> statement-breakpoint
CREATE INDEX "nonces_expiry" ON "admin"."nonces" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_address" ON "admin"."sessions" USING btree ("address");--> statement-breakpoint
CREATE INDEX "admin_sessions_expiry" ON "admin"."sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "admin"."audit_log" USING btree ("target","id");--> statement-breakpoint
CREATE FUNCTION "admin"."reject_change"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "admin"."audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "admin"."reject_change"();
