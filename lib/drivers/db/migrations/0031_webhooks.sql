CREATE TABLE "launch"."webhook_deliveries" (
	"sequence" bigserial PRIMARY KEY NOT NULL,
	"id" text DEFAULT 'msg_' || replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"webhook_id" text NOT NULL,
	"event_key" text NOT NULL,
	"kind" text NOT NULL,
	"lane" text NOT NULL,
	"chain_id" integer,
	"block" bigint,
	"is_reverted" boolean DEFAULT false NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"status" integer,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "launch"."webhook_subjects" (
	"webhook_id" text NOT NULL,
	"role" smallint NOT NULL,
	"subject" "bytea" NOT NULL,
	CONSTRAINT "webhook_subjects_role_subject_webhook_id_pk" PRIMARY KEY("role","subject","webhook_id")
);
--> statement-breakpoint
CREATE TABLE "launch"."webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"realm" text NOT NULL,
	"account_id" text,
	"management_hash" "bytea",
	"callers" text[] DEFAULT '{}'::text[] NOT NULL,
	"url" text NOT NULL,
	"state" text NOT NULL,
	"disabled_reason" text,
	"kinds" text[] NOT NULL,
	"chains" text[] DEFAULT '{}'::text[] NOT NULL,
	"min_trade_wei" numeric(78, 0) NOT NULL,
	"sealed_secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_until" timestamp with time zone,
	"challenge" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	"succeeded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_id" ON "launch"."webhook_deliveries" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_event" ON "launch"."webhook_deliveries" USING btree ("webhook_id","event_key");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_list" ON "launch"."webhook_deliveries" USING btree ("webhook_id","sequence");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_lane" ON "launch"."webhook_deliveries" USING btree ("webhook_id","lane","sequence") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "launch"."webhook_deliveries" USING btree ("next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_block" ON "launch"."webhook_deliveries" USING btree ("chain_id","block") WHERE block is not null and not is_reverted;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_ended" ON "launch"."webhook_deliveries" USING btree ("finished_at") WHERE finished_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_subjects_webhook" ON "launch"."webhook_subjects" USING btree ("webhook_id");--> statement-breakpoint
CREATE INDEX "webhooks_active" ON "launch"."webhooks" USING btree ("id") WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "webhooks_account" ON "launch"."webhooks" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "webhooks_management" ON "launch"."webhooks" USING btree ("management_hash");--> statement-breakpoint
CREATE INDEX "webhooks_callers" ON "launch"."webhooks" USING gin ("callers");