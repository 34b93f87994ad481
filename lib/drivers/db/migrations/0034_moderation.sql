CREATE SCHEMA "moderation";
--> statement-breakpoint
CREATE TABLE "moderation"."appeals" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"chain_id" integer NOT NULL,
	"token" "bytea" NOT NULL,
	"details" text NOT NULL,
	"email" text,
	"sender" text NOT NULL,
	"is_creator" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "moderation"."creators" (
	"type" text NOT NULL,
	"value" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "creators_type_value_pk" PRIMARY KEY("type","value")
);
--> statement-breakpoint
CREATE TABLE "moderation"."tokens" (
	"chain_id" integer NOT NULL,
	"address" "bytea" NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "tokens_chain_id_address_pk" PRIMARY KEY("chain_id","address")
);
--> statement-breakpoint
CREATE TABLE "moderation"."events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"state" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "moderation"."pictures" (
	"digest" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"reason" text NOT NULL,
	"fingerprints" "bytea" NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderation"."reports" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"chain_id" integer NOT NULL,
	"token" "bytea" NOT NULL,
	"reason" text NOT NULL,
	"details" text NOT NULL,
	"email" text,
	"sender" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "appeals_once" ON "moderation"."appeals" USING btree ("kind","key","sender") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "appeals_closed" ON "moderation"."appeals" USING btree ("closed_at") WHERE closed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once" ON "moderation"."reports" USING btree ("kind","key","sender") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "reports_open" ON "moderation"."reports" USING btree ("kind","key","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "reports_closed" ON "moderation"."reports" USING btree ("closed_at") WHERE closed_at is not null;