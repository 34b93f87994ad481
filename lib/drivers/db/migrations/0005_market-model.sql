CREATE SEQUENCE "market"."model_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1000000000 CACHE 1;--> statement-breakpoint
CREATE TABLE "market"."manager_accounts" (
	"chain" integer NOT NULL,
	"manager" "bytea" NOT NULL,
	"account" "bytea" NOT NULL,
	"credited_wei" numeric(78, 0) NOT NULL,
	"paid_wei" numeric(78, 0) NOT NULL,
	CONSTRAINT "manager_accounts_chain_manager_account_pk" PRIMARY KEY("chain","manager","account")
);
--> statement-breakpoint
CREATE TABLE "market"."manager_events" (
	"chain" integer NOT NULL,
	"block" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"time" bigint NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"manager" "bytea" NOT NULL,
	"kind" text NOT NULL,
	"token" "bytea",
	"account" "bytea",
	"amount_wei" numeric(78, 0),
	"part_wei" numeric(78, 0),
	"number" integer,
	"recipients" jsonb,
	"tokens" jsonb,
	CONSTRAINT "manager_events_chain_block_log_index_pk" PRIMARY KEY("chain","block","log_index")
);
--> statement-breakpoint
CREATE TABLE "market"."manager_pools" (
	"chain" integer NOT NULL,
	"manager" "bytea" NOT NULL,
	"generation" integer NOT NULL,
	"booked_wei" numeric(78, 0) NOT NULL,
	CONSTRAINT "manager_pools_chain_manager_generation_pk" PRIMARY KEY("chain","manager","generation")
);
--> statement-breakpoint
CREATE TABLE "market"."manager_shares" (
	"chain" integer NOT NULL,
	"manager" "bytea" NOT NULL,
	"generation" integer NOT NULL,
	"account" "bytea" NOT NULL,
	"share" integer NOT NULL,
	CONSTRAINT "manager_shares_chain_manager_generation_account_pk" PRIMARY KEY("chain","manager","generation","account")
);
--> statement-breakpoint
CREATE TABLE "market"."manager_tokens" (
	"chain" integer NOT NULL,
	"token" "bytea" NOT NULL,
	"manager" "bytea" NOT NULL,
	"payee" "bytea" NOT NULL,
	"seen_wei" numeric(78, 0) NOT NULL,
	"protocol_recipient" "bytea",
	CONSTRAINT "manager_tokens_chain_token_pk" PRIMARY KEY("chain","token")
);
--> statement-breakpoint
CREATE TABLE "market"."managers" (
	"chain" integer NOT NULL,
	"address" "bytea" NOT NULL,
	"kind" smallint NOT NULL,
	"owner" "bytea" NOT NULL,
	"bps" integer NOT NULL,
	"protocol_recipient" "bytea",
	"generation" integer NOT NULL,
	CONSTRAINT "managers_chain_address_pk" PRIMARY KEY("chain","address")
);
--> statement-breakpoint
CREATE TABLE "market"."stream_payments" (
	"chain" integer NOT NULL,
	"account" "bytea" NOT NULL,
	"paid_wei" numeric(78, 0) NOT NULL,
	CONSTRAINT "stream_payments_chain_account_pk" PRIMARY KEY("chain","account")
);
--> statement-breakpoint
CREATE TABLE "market"."candles" (
	"chain" integer NOT NULL,
	"token" "bytea" NOT NULL,
	"seconds" integer NOT NULL,
	"start" bigint NOT NULL,
	"open_wei" numeric(78, 0) NOT NULL,
	"high_wei" numeric(78, 0) NOT NULL,
	"low_wei" numeric(78, 0) NOT NULL,
	"close_wei" numeric(78, 0) NOT NULL,
	"volume_wei" numeric(78, 0) NOT NULL,
	"sqrt_price_x96" numeric(78, 0) NOT NULL,
	"first_block" bigint NOT NULL,
	CONSTRAINT "candles_chain_token_seconds_start_pk" PRIMARY KEY("chain","token","seconds","start")
);
--> statement-breakpoint
CREATE TABLE "market"."eth_prices" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"usd_e18" numeric(78, 0),
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market"."models" (
	"id" integer PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"state" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market"."token_terms" (
	"chain" integer NOT NULL,
	"term" text collate "C" NOT NULL,
	"token" "bytea" NOT NULL,
	CONSTRAINT "token_terms_chain_term_token_pk" PRIMARY KEY("chain","term","token")
);
--> statement-breakpoint
DROP INDEX "market"."tokens_created";--> statement-breakpoint
DROP INDEX "market"."tokens_manager_created";--> statement-breakpoint
DROP INDEX "market"."tokens_creator_created";--> statement-breakpoint
DROP INDEX "market"."tokens_owner_created";--> statement-breakpoint
ALTER TABLE "market"."checkpoints" ADD COLUMN "window_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."fee_stream_transfers" ADD COLUMN "paid_wei" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."swaps" ADD COLUMN "trader" "bytea" DEFAULT '\x0000000000000000000000000000000000000000'::bytea NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."swaps" ADD COLUMN "market_cap_before_wei" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "starting_sqrt_price_x96" numeric(78, 0) DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "all_time_high_wei" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "all_time_low_wei" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "volume_24h_wei" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "reference_sqrt_price_x96" numeric(78, 0) DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "price_change_24h_e6" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "holders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "creator_share_bps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "earned_wei" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "paid_wei" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "paid_at_transfer_wei" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "wall_threshold_wei" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "wall_lifetime_wei" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "wall_pending_wei" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "wall_placed_wei" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "wall_liquidity" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "wall_lower" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."tokens" ADD COLUMN "wall_upper" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."wall_moves" ADD COLUMN "pending_before_wei" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."wall_moves" ADD COLUMN "liquidity" numeric(78, 0) DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "manager_accounts_account" ON "market"."manager_accounts" USING btree ("chain","account");--> statement-breakpoint
CREATE INDEX "manager_events_manager" ON "market"."manager_events" USING btree ("chain","manager","block","log_index");--> statement-breakpoint
CREATE INDEX "manager_shares_account" ON "market"."manager_shares" USING btree ("chain","account");--> statement-breakpoint
CREATE INDEX "manager_tokens_manager" ON "market"."manager_tokens" USING btree ("chain","manager");--> statement-breakpoint
CREATE INDEX "manager_tokens_payee" ON "market"."manager_tokens" USING btree ("chain","payee");--> statement-breakpoint
CREATE INDEX "manager_tokens_protocol" ON "market"."manager_tokens" USING btree ("chain","protocol_recipient");--> statement-breakpoint
CREATE INDEX "managers_owner" ON "market"."managers" USING btree ("chain","owner");--> statement-breakpoint
CREATE INDEX "managers_protocol" ON "market"."managers" USING btree ("chain","protocol_recipient");--> statement-breakpoint
CREATE INDEX "candles_minutes" ON "market"."candles" USING btree ("chain","start") WHERE "market"."candles"."seconds" = 60;--> statement-breakpoint
CREATE UNIQUE INDEX "models_live" ON "market"."models" USING btree ("chain_id") WHERE "market"."models"."state" = 'live';--> statement-breakpoint
CREATE UNIQUE INDEX "models_building" ON "market"."models" USING btree ("chain_id") WHERE "market"."models"."state" = 'building';--> statement-breakpoint
CREATE INDEX "tokens_volume" ON "market"."tokens" USING btree ("chain","volume_24h_wei" DESC NULLS FIRST,"address");--> statement-breakpoint
CREATE INDEX "tokens_change" ON "market"."tokens" USING btree ("chain","price_change_24h_e6" DESC NULLS FIRST,"address");--> statement-breakpoint
CREATE INDEX "tokens_manager_volume" ON "market"."tokens" USING btree ("chain","manager","volume_24h_wei" DESC NULLS FIRST,"address") WHERE "market"."tokens"."manager" is not null;--> statement-breakpoint
CREATE INDEX "tokens_manager_change" ON "market"."tokens" USING btree ("chain","manager","price_change_24h_e6" DESC NULLS FIRST,"address") WHERE "market"."tokens"."manager" is not null;--> statement-breakpoint
CREATE INDEX "tokens_creator_volume" ON "market"."tokens" USING btree ("chain","creator","volume_24h_wei" DESC NULLS FIRST,"address");--> statement-breakpoint
CREATE INDEX "tokens_creator_change" ON "market"."tokens" USING btree ("chain","creator","price_change_24h_e6" DESC NULLS FIRST,"address");--> statement-breakpoint
CREATE INDEX "tokens_owner_volume" ON "market"."tokens" USING btree ("chain","owner","volume_24h_wei" DESC NULLS FIRST,"address") WHERE "market"."tokens"."owner" <> "market"."tokens"."creator";--> statement-breakpoint
CREATE INDEX "tokens_owner_change" ON "market"."tokens" USING btree ("chain","owner","price_change_24h_e6" DESC NULLS FIRST,"address") WHERE "market"."tokens"."owner" <> "market"."tokens"."creator";--> statement-breakpoint
CREATE INDEX "tokens_claimable" ON "market"."tokens" USING btree ("chain","owner") WHERE "market"."tokens"."earned_wei" > "market"."tokens"."paid_wei";--> statement-breakpoint
CREATE INDEX "tokens_created" ON "market"."tokens" USING btree ("chain","created_block" DESC NULLS FIRST,"created_log_index" DESC NULLS FIRST,"address");--> statement-breakpoint
CREATE INDEX "tokens_manager_created" ON "market"."tokens" USING btree ("chain","manager","created_block" DESC NULLS FIRST,"created_log_index" DESC NULLS FIRST,"address");--> statement-breakpoint
CREATE INDEX "tokens_creator_created" ON "market"."tokens" USING btree ("chain","creator","created_block" DESC NULLS FIRST,"created_log_index" DESC NULLS FIRST,"address");--> statement-breakpoint
CREATE INDEX "tokens_owner_created" ON "market"."tokens" USING btree ("chain","owner","created_block" DESC NULLS FIRST,"created_log_index" DESC NULLS FIRST,"address") WHERE "market"."tokens"."owner" <> "market"."tokens"."creator";--> statement-breakpoint
INSERT INTO "market"."models" ("id", "chain_id", "state", "version") SELECT "chain", "chain", 'live', 1 FROM "market"."checkpoints";--> statement-breakpoint
UPDATE "market"."tokens" AS t SET "holders" = (SELECT count(*) FROM "market"."balances" AS b WHERE b."chain" = t."chain" AND b."token" = t."address"), "starting_sqrt_price_x96" = t."sqrt_price_x96", "reference_sqrt_price_x96" = t."sqrt_price_x96", "all_time_high_wei" = t."market_cap_wei", "all_time_low_wei" = t."market_cap_wei";
