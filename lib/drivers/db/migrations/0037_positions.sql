CREATE TABLE "market"."position_changes" (
	"dataset_id" integer NOT NULL,
	"block" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"time" bigint NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"token" "bytea" NOT NULL,
	"holder" "bytea" NOT NULL,
	"bought_wei" numeric(78, 0) NOT NULL,
	"sold_wei" numeric(78, 0) NOT NULL,
	"received_wei" numeric(78, 0) NOT NULL,
	"sent_wei" numeric(78, 0) NOT NULL,
	"burned_wei" numeric(78, 0) NOT NULL,
	"paid_wei" numeric(78, 0) NOT NULL,
	"proceeds_wei" numeric(78, 0) NOT NULL,
	"cost_wei" numeric(78, 0) NOT NULL,
	"realized_wei" numeric(78, 0) NOT NULL,
	CONSTRAINT "position_changes_dataset_id_block_log_index_holder_pk" PRIMARY KEY("dataset_id","block","log_index","holder")
);
--> statement-breakpoint
CREATE TABLE "market"."positions" (
	"dataset_id" integer NOT NULL,
	"holder" "bytea" NOT NULL,
	"token" "bytea" NOT NULL,
	"amount_wei" numeric(78, 0) NOT NULL,
	"bought_wei" numeric(78, 0) NOT NULL,
	"sold_wei" numeric(78, 0) NOT NULL,
	"received_wei" numeric(78, 0) NOT NULL,
	"sent_wei" numeric(78, 0) NOT NULL,
	"burned_wei" numeric(78, 0) NOT NULL,
	"paid_wei" numeric(78, 0) NOT NULL,
	"proceeds_wei" numeric(78, 0) NOT NULL,
	"cost_wei" numeric(78, 0) NOT NULL,
	"realized_wei" numeric(78, 0) NOT NULL,
	"changes" integer NOT NULL,
	"last_block" bigint NOT NULL,
	"last_log_index" integer NOT NULL,
	CONSTRAINT "positions_dataset_id_holder_token_pk" PRIMARY KEY("dataset_id","holder","token")
);
--> statement-breakpoint
CREATE INDEX "position_changes_holder" ON "market"."position_changes" USING btree ("dataset_id","holder","block","log_index");--> statement-breakpoint
CREATE INDEX "position_changes_token" ON "market"."position_changes" USING btree ("dataset_id","holder","token","block","log_index");--> statement-breakpoint
CREATE INDEX "positions_last" ON "market"."positions" USING btree ("dataset_id","holder","last_block","last_log_index");--> statement-breakpoint
CREATE INDEX "positions_open" ON "market"."positions" USING btree ("dataset_id","holder","last_block","last_log_index") WHERE "market"."positions"."amount_wei" > 0;