ALTER TABLE "market"."models" RENAME TO "datasets";--> statement-breakpoint
ALTER TABLE "market"."datasets" RENAME CONSTRAINT "models_pkey" TO "datasets_pkey";--> statement-breakpoint
ALTER INDEX "market"."models_live" RENAME TO "datasets_live";--> statement-breakpoint
ALTER INDEX "market"."models_building" RENAME TO "datasets_building";--> statement-breakpoint
ALTER SEQUENCE "market"."model_numbers" RENAME TO "dataset_numbers";--> statement-breakpoint
ALTER TABLE "market"."manager_accounts" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."manager_accounts" RENAME CONSTRAINT "manager_accounts_chain_manager_account_pk" TO "manager_accounts_dataset_id_manager_account_pk";--> statement-breakpoint
ALTER TABLE "market"."manager_events" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."manager_events" RENAME CONSTRAINT "manager_events_chain_block_log_index_pk" TO "manager_events_dataset_id_block_log_index_pk";--> statement-breakpoint
ALTER TABLE "market"."manager_pools" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."manager_pools" RENAME CONSTRAINT "manager_pools_chain_manager_generation_pk" TO "manager_pools_dataset_id_manager_generation_pk";--> statement-breakpoint
ALTER TABLE "market"."manager_shares" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."manager_shares" RENAME CONSTRAINT "manager_shares_chain_manager_generation_account_pk" TO "manager_shares_dataset_id_manager_generation_account_pk";--> statement-breakpoint
ALTER TABLE "market"."manager_tokens" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."manager_tokens" RENAME CONSTRAINT "manager_tokens_chain_token_pk" TO "manager_tokens_dataset_id_token_pk";--> statement-breakpoint
ALTER TABLE "market"."managers" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."managers" RENAME CONSTRAINT "managers_chain_address_pk" TO "managers_dataset_id_address_pk";--> statement-breakpoint
ALTER TABLE "market"."stream_payments" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."stream_payments" RENAME CONSTRAINT "stream_payments_chain_account_pk" TO "stream_payments_dataset_id_account_pk";--> statement-breakpoint
ALTER TABLE "market"."candles" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."candles" RENAME CONSTRAINT "candles_chain_token_seconds_start_pk" TO "candles_dataset_id_token_seconds_start_pk";--> statement-breakpoint
ALTER TABLE "market"."token_terms" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."token_terms" RENAME CONSTRAINT "token_terms_chain_term_token_pk" TO "token_terms_dataset_id_term_token_pk";--> statement-breakpoint
ALTER TABLE "market"."balances" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."balances" RENAME CONSTRAINT "balances_chain_token_holder_pk" TO "balances_dataset_id_token_holder_pk";--> statement-breakpoint
ALTER TABLE "market"."blocks" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."blocks" RENAME CONSTRAINT "blocks_chain_number_pk" TO "blocks_dataset_id_number_pk";--> statement-breakpoint
ALTER TABLE "market"."checkpoints" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."fee_claims" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."fee_claims" RENAME CONSTRAINT "fee_claims_chain_block_log_index_pk" TO "fee_claims_dataset_id_block_log_index_pk";--> statement-breakpoint
ALTER TABLE "market"."fee_stream_transfers" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."fee_stream_transfers" RENAME CONSTRAINT "fee_stream_transfers_chain_block_log_index_pk" TO "fee_stream_transfers_dataset_id_block_log_index_pk";--> statement-breakpoint
ALTER TABLE "market"."launches" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."launches" RENAME CONSTRAINT "launches_chain_block_log_index_pk" TO "launches_dataset_id_block_log_index_pk";--> statement-breakpoint
ALTER TABLE "market"."supply_changes" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."supply_changes" RENAME CONSTRAINT "supply_changes_chain_block_log_index_pk" TO "supply_changes_dataset_id_block_log_index_pk";--> statement-breakpoint
ALTER TABLE "market"."swaps" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."swaps" RENAME CONSTRAINT "swaps_chain_block_log_index_pk" TO "swaps_dataset_id_block_log_index_pk";--> statement-breakpoint
ALTER TABLE "market"."tokens" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."tokens" RENAME CONSTRAINT "tokens_chain_address_pk" TO "tokens_dataset_id_address_pk";--> statement-breakpoint
ALTER TABLE "market"."transfers" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."transfers" RENAME CONSTRAINT "transfers_chain_block_log_index_pk" TO "transfers_dataset_id_block_log_index_pk";--> statement-breakpoint
ALTER TABLE "market"."wall_moves" RENAME COLUMN "chain" TO "dataset_id";--> statement-breakpoint
ALTER TABLE "market"."wall_moves" RENAME CONSTRAINT "wall_moves_chain_block_log_index_pk" TO "wall_moves_dataset_id_block_log_index_pk";
