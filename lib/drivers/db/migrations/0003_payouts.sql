CREATE TABLE "launch"."manager_recipients" (
	"chain" text NOT NULL,
	"manager" text NOT NULL,
	"account" text NOT NULL,
	"split_micro_percent" integer NOT NULL,
	CONSTRAINT "manager_recipients_chain_manager_account_pk" PRIMARY KEY("chain","manager","account")
);
--> statement-breakpoint
CREATE TABLE "launch"."managers" (
	"chain" text NOT NULL,
	"address" text NOT NULL,
	"kind" smallint NOT NULL,
	"owner" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "managers_chain_address_pk" PRIMARY KEY("chain","address")
);
--> statement-breakpoint
CREATE TABLE "launch"."payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"chain" text NOT NULL,
	"account" text NOT NULL,
	"source_kind" text NOT NULL,
	"source" text NOT NULL,
	"tokens" jsonb NOT NULL,
	"expected_wei" numeric NOT NULL,
	"state" text NOT NULL,
	"paid_wei" numeric,
	"transaction_hash" text,
	"error" text,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "manager_recipients_account" ON "launch"."manager_recipients" USING btree ("chain","account");--> statement-breakpoint
CREATE INDEX "managers_owner" ON "launch"."managers" USING btree ("chain","owner");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_under_way" ON "launch"."payouts" USING btree ("chain","account","source") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "payouts_pending" ON "launch"."payouts" USING btree ("created_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "payouts_account" ON "launch"."payouts" USING btree ("account","created_at");