DROP INDEX "market"."tokens_owner_market_cap";--> statement-breakpoint
DROP INDEX "market"."tokens_owner_created";--> statement-breakpoint
CREATE INDEX "tokens_owner_market_cap" ON "market"."tokens" USING btree ("chain","owner","market_cap_wei" DESC NULLS FIRST,"address") WHERE "market"."tokens"."owner" <> "market"."tokens"."creator";--> statement-breakpoint
CREATE INDEX "tokens_owner_created" ON "market"."tokens" USING btree ("chain","owner","created_block" DESC NULLS FIRST,"created_log_index" DESC NULLS FIRST) WHERE "market"."tokens"."owner" <> "market"."tokens"."creator";