CREATE SCHEMA "launch";
--> statement-breakpoint
CREATE SCHEMA "market";
--> statement-breakpoint
CREATE TABLE "launch"."idempotency_keys" (
	"operation" text NOT NULL,
	"chain" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_operation_chain_key_pk" PRIMARY KEY("operation","chain","key")
);
--> statement-breakpoint
CREATE TABLE "launch"."jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"sequence" bigserial NOT NULL,
	"chain" text NOT NULL,
	"state" text NOT NULL,
	"token" jsonb NOT NULL,
	"token_uri" text NOT NULL,
	"creator" text NOT NULL,
	"creator_identity" jsonb,
	"treasury" jsonb NOT NULL,
	"creator_share_bps" integer NOT NULL,
	"market_cap_usdc" numeric NOT NULL,
	"launch_id" text NOT NULL,
	"expected_address" text NOT NULL,
	"token_address" text,
	"manager_address" text,
	"transaction_hash" text,
	"error" text,
	"may_have_succeeded" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	"activated_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "launch"."managed_wallets" (
	"index" serial PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"identity" text NOT NULL,
	"seed_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "launch"."nonces" (
	"chain_id" integer NOT NULL,
	"wallet" text NOT NULL,
	"next" bigint NOT NULL,
	CONSTRAINT "nonces_chain_id_wallet_pk" PRIMARY KEY("chain_id","wallet")
);
--> statement-breakpoint
CREATE TABLE "launch"."outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "launch"."transactions" (
	"hash" text PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"wallet" text NOT NULL,
	"nonce" bigint NOT NULL,
	"operation_id" text NOT NULL,
	"raw_transaction" text NOT NULL,
	"max_fee_per_gas" numeric NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "market"."balances" (
	"chain" integer NOT NULL,
	"token" "bytea" NOT NULL,
	"holder" "bytea" NOT NULL,
	"amount_wei" numeric(78, 0) NOT NULL,
	CONSTRAINT "balances_chain_token_holder_pk" PRIMARY KEY("chain","token","holder")
);
--> statement-breakpoint
CREATE TABLE "market"."blocks" (
	"chain" integer NOT NULL,
	"number" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "blocks_chain_number_pk" PRIMARY KEY("chain","number")
);
--> statement-breakpoint
CREATE TABLE "market"."checkpoints" (
	"chain" integer PRIMARY KEY NOT NULL,
	"genesis_hash" "bytea" NOT NULL,
	"deployment" text NOT NULL,
	"block" bigint NOT NULL,
	"block_hash" "bytea" NOT NULL,
	"block_time" bigint NOT NULL,
	"head" bigint NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market"."fee_claims" (
	"chain" integer NOT NULL,
	"block" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"time" bigint NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"token" "bytea" NOT NULL,
	"to_address" "bytea" NOT NULL,
	"amount_wei" numeric(78, 0) NOT NULL,
	CONSTRAINT "fee_claims_chain_block_log_index_pk" PRIMARY KEY("chain","block","log_index")
);
--> statement-breakpoint
CREATE TABLE "market"."fee_stream_transfers" (
	"chain" integer NOT NULL,
	"block" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"time" bigint NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"token" "bytea" NOT NULL,
	"from_address" "bytea" NOT NULL,
	"to_address" "bytea" NOT NULL,
	CONSTRAINT "fee_stream_transfers_chain_block_log_index_pk" PRIMARY KEY("chain","block","log_index")
);
--> statement-breakpoint
CREATE TABLE "market"."launches" (
	"chain" integer NOT NULL,
	"block" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"time" bigint NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"token" "bytea" NOT NULL,
	"pool_id" "bytea" NOT NULL,
	"creator" "bytea" NOT NULL,
	"fee_owner" "bytea" NOT NULL,
	"launcher" "bytea" NOT NULL,
	"launch_id" "bytea" NOT NULL,
	"manager_kind" smallint NOT NULL,
	"manager" "bytea",
	"supply_wei" numeric(78, 0) NOT NULL,
	"sqrt_price_x96" numeric(78, 0) NOT NULL,
	"tick" integer NOT NULL,
	"name" text NOT NULL,
	"symbol" text NOT NULL,
	"token_uri" text NOT NULL,
	"creator_share_bps" integer NOT NULL,
	"market_cap_usdc" numeric(78, 0) NOT NULL,
	"start_time" bigint NOT NULL,
	CONSTRAINT "launches_chain_block_log_index_pk" PRIMARY KEY("chain","block","log_index")
);
--> statement-breakpoint
CREATE TABLE "market"."metadata" (
	"uri" text PRIMARY KEY NOT NULL,
	"description" text,
	"image" text,
	"website" text,
	"twitter" text,
	"telegram" text,
	"discord" text,
	"farcaster" text
);
--> statement-breakpoint
CREATE TABLE "market"."supply_changes" (
	"chain" integer NOT NULL,
	"block" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"time" bigint NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"token" "bytea" NOT NULL,
	"delta_wei" numeric(78, 0) NOT NULL,
	"supply_wei" numeric(78, 0) NOT NULL,
	CONSTRAINT "supply_changes_chain_block_log_index_pk" PRIMARY KEY("chain","block","log_index")
);
--> statement-breakpoint
CREATE TABLE "market"."swaps" (
	"chain" integer NOT NULL,
	"block" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"time" bigint NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"token" "bytea" NOT NULL,
	"sender" "bytea" NOT NULL,
	"eth_to_pool_wei" numeric(78, 0) NOT NULL,
	"token_to_pool_wei" numeric(78, 0) NOT NULL,
	"fee_wei" numeric(78, 0) NOT NULL,
	"creator_fee_wei" numeric(78, 0) NOT NULL,
	"sqrt_price_x96" numeric(78, 0) NOT NULL,
	"tick" integer NOT NULL,
	"market_cap_wei" numeric(78, 0) NOT NULL,
	CONSTRAINT "swaps_chain_block_log_index_pk" PRIMARY KEY("chain","block","log_index")
);
--> statement-breakpoint
CREATE TABLE "market"."tokens" (
	"chain" integer NOT NULL,
	"address" "bytea" NOT NULL,
	"pool_id" "bytea" NOT NULL,
	"name" text NOT NULL,
	"symbol" text NOT NULL,
	"token_uri" text NOT NULL,
	"creator" "bytea" NOT NULL,
	"owner" "bytea" NOT NULL,
	"manager" "bytea",
	"manager_kind" smallint NOT NULL,
	"launcher" "bytea" NOT NULL,
	"launch_id" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	"created_block" bigint NOT NULL,
	"created_log_index" integer NOT NULL,
	"start_time" bigint NOT NULL,
	"supply_wei" numeric(78, 0) NOT NULL,
	"sqrt_price_x96" numeric(78, 0) NOT NULL,
	"tick" integer NOT NULL,
	"market_cap_wei" numeric(78, 0) NOT NULL,
	"starting_market_cap_wei" numeric(78, 0) NOT NULL,
	"metadata_state" text NOT NULL,
	"metadata_attempts" integer DEFAULT 0 NOT NULL,
	"metadata_retry_at" timestamp with time zone DEFAULT now() NOT NULL,
	"description" text,
	"image" text,
	"website" text,
	"twitter" text,
	"telegram" text,
	"discord" text,
	"farcaster" text,
	CONSTRAINT "tokens_chain_address_pk" PRIMARY KEY("chain","address")
);
--> statement-breakpoint
CREATE TABLE "market"."transfers" (
	"chain" integer NOT NULL,
	"block" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"time" bigint NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"token" "bytea" NOT NULL,
	"from_address" "bytea" NOT NULL,
	"to_address" "bytea" NOT NULL,
	"amount_wei" numeric(78, 0) NOT NULL,
	CONSTRAINT "transfers_chain_block_log_index_pk" PRIMARY KEY("chain","block","log_index")
);
--> statement-breakpoint
CREATE TABLE "market"."wall_moves" (
	"chain" integer NOT NULL,
	"block" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"time" bigint NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"token" "bytea" NOT NULL,
	"eth_placed_wei" numeric(78, 0) NOT NULL,
	"eth_returned_wei" numeric(78, 0) NOT NULL,
	"tokens_burned_wei" numeric(78, 0) NOT NULL,
	"tick_lower" integer NOT NULL,
	"tick_upper" integer NOT NULL,
	CONSTRAINT "wall_moves_chain_block_log_index_pk" PRIMARY KEY("chain","block","log_index")
);
--> statement-breakpoint
CREATE TABLE "launch"."provider_wallets" (
	"type" text NOT NULL,
	"identity" text NOT NULL,
	"account" text NOT NULL,
	"user_id" text NOT NULL,
	"stable_id" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	CONSTRAINT "provider_wallets_type_identity_pk" PRIMARY KEY("type","identity")
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "launch"."idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_launch_id" ON "launch"."jobs" USING btree ("launch_id");--> statement-breakpoint
CREATE INDEX "jobs_queue" ON "launch"."jobs" USING btree ("chain","sequence") WHERE state in ('waiting', 'active');--> statement-breakpoint
CREATE INDEX "jobs_finished" ON "launch"."jobs" USING btree ("chain","finished_at");--> statement-breakpoint
CREATE UNIQUE INDEX "managed_wallets_identity" ON "launch"."managed_wallets" USING btree ("type","identity");--> statement-breakpoint
CREATE INDEX "outbox_unsent" ON "launch"."outbox" USING btree ("id") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "transactions_operation" ON "launch"."transactions" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "transactions_unsettled" ON "launch"."transactions" USING btree ("chain_id","wallet","nonce") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "balances_amount" ON "market"."balances" USING btree ("chain","token","amount_wei" DESC NULLS FIRST,"holder");--> statement-breakpoint
CREATE INDEX "fee_claims_token" ON "market"."fee_claims" USING btree ("chain","token","block","log_index");--> statement-breakpoint
CREATE INDEX "fee_stream_transfers_token" ON "market"."fee_stream_transfers" USING btree ("chain","token","block","log_index");--> statement-breakpoint
CREATE INDEX "launches_token" ON "market"."launches" USING btree ("chain","token");--> statement-breakpoint
CREATE INDEX "supply_changes_token" ON "market"."supply_changes" USING btree ("chain","token","block","log_index");--> statement-breakpoint
CREATE INDEX "swaps_token" ON "market"."swaps" USING btree ("chain","token","block","log_index");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_pool" ON "market"."tokens" USING btree ("chain","pool_id");--> statement-breakpoint
CREATE INDEX "tokens_market_cap" ON "market"."tokens" USING btree ("chain","market_cap_wei" DESC NULLS FIRST,"address");--> statement-breakpoint
CREATE INDEX "tokens_created" ON "market"."tokens" USING btree ("chain","created_block" DESC NULLS FIRST,"created_log_index" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tokens_manager_market_cap" ON "market"."tokens" USING btree ("chain","manager","market_cap_wei" DESC NULLS FIRST,"address");--> statement-breakpoint
CREATE INDEX "tokens_manager_created" ON "market"."tokens" USING btree ("chain","manager","created_block" DESC NULLS FIRST,"created_log_index" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tokens_creator_market_cap" ON "market"."tokens" USING btree ("chain","creator","market_cap_wei" DESC NULLS FIRST,"address");--> statement-breakpoint
CREATE INDEX "tokens_creator_created" ON "market"."tokens" USING btree ("chain","creator","created_block" DESC NULLS FIRST,"created_log_index" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tokens_owner_market_cap" ON "market"."tokens" USING btree ("chain","owner","market_cap_wei" DESC NULLS FIRST,"address") WHERE "market"."tokens"."owner" <> "market"."tokens"."creator";--> statement-breakpoint
CREATE INDEX "tokens_owner_created" ON "market"."tokens" USING btree ("chain","owner","created_block" DESC NULLS FIRST,"created_log_index" DESC NULLS FIRST) WHERE "market"."tokens"."owner" <> "market"."tokens"."creator";--> statement-breakpoint
CREATE INDEX "tokens_uri" ON "market"."tokens" USING btree ("chain","token_uri");--> statement-breakpoint
CREATE INDEX "tokens_metadata_due" ON "market"."tokens" USING btree ("metadata_retry_at") WHERE "market"."tokens"."metadata_state" = 'pending';--> statement-breakpoint
CREATE INDEX "transfers_token" ON "market"."transfers" USING btree ("chain","token","block","log_index");--> statement-breakpoint
CREATE INDEX "wall_moves_token" ON "market"."wall_moves" USING btree ("chain","token","block","log_index");--> statement-breakpoint
CREATE INDEX "provider_wallets_stable_id" ON "launch"."provider_wallets" USING btree ("type","stable_id");