CREATE TABLE "market"."rank_queue" (
	"dataset_id" integer NOT NULL,
	"token" "bytea" NOT NULL,
	CONSTRAINT "rank_queue_dataset_id_token_pk" PRIMARY KEY("dataset_id","token")
);
--> statement-breakpoint
CREATE TABLE "market"."token_ranks" (
	"dataset_id" integer NOT NULL,
	"token" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	"market_cap_wei" numeric(78, 0) NOT NULL,
	"volume_24h_wei" numeric(78, 0) NOT NULL,
	"change_5m_e6" numeric(78, 0) NOT NULL,
	"change_1h_e6" numeric(78, 0) NOT NULL,
	"change_6h_e6" numeric(78, 0) NOT NULL,
	"change_24h_e6" numeric(78, 0) NOT NULL,
	"trades_24h" integer NOT NULL,
	"holders" integer NOT NULL,
	"liquidity_wei" numeric(78, 0) NOT NULL,
	"creator_bps" integer NOT NULL,
	CONSTRAINT "token_ranks_dataset_id_token_pk" PRIMARY KEY("dataset_id","token")
);
--> statement-breakpoint
ALTER TABLE "market"."checkpoints" ADD COLUMN "ranked_block" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "market"."checkpoints" ADD COLUMN "ranked_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "token_ranks_created" ON "market"."token_ranks" USING btree ("dataset_id","created_at" DESC NULLS FIRST,"token");--> statement-breakpoint
CREATE INDEX "token_ranks_market_cap" ON "market"."token_ranks" USING btree ("dataset_id","market_cap_wei" DESC NULLS FIRST,"token");--> statement-breakpoint
CREATE INDEX "token_ranks_volume" ON "market"."token_ranks" USING btree ("dataset_id","volume_24h_wei" DESC NULLS FIRST,"token");--> statement-breakpoint
CREATE INDEX "token_ranks_change_5m" ON "market"."token_ranks" USING btree ("dataset_id","change_5m_e6" DESC NULLS FIRST,"token");--> statement-breakpoint
CREATE INDEX "token_ranks_change_1h" ON "market"."token_ranks" USING btree ("dataset_id","change_1h_e6" DESC NULLS FIRST,"token");--> statement-breakpoint
CREATE INDEX "token_ranks_change_6h" ON "market"."token_ranks" USING btree ("dataset_id","change_6h_e6" DESC NULLS FIRST,"token");--> statement-breakpoint
CREATE INDEX "token_ranks_change_24h" ON "market"."token_ranks" USING btree ("dataset_id","change_24h_e6" DESC NULLS FIRST,"token");--> statement-breakpoint
CREATE INDEX "token_ranks_trades" ON "market"."token_ranks" USING btree ("dataset_id","trades_24h" DESC NULLS FIRST,"token");--> statement-breakpoint
CREATE INDEX "token_ranks_holders" ON "market"."token_ranks" USING btree ("dataset_id","holders" DESC NULLS FIRST,"token");--> statement-breakpoint
CREATE INDEX "token_ranks_liquidity" ON "market"."token_ranks" USING btree ("dataset_id","liquidity_wei" DESC NULLS FIRST,"token");--> statement-breakpoint
CREATE INDEX "token_ranks_creator" ON "market"."token_ranks" USING btree ("dataset_id","creator_bps" DESC NULLS FIRST,"token");