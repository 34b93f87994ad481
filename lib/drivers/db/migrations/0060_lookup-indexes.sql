CREATE INDEX IF NOT EXISTS "transactions_unsent" ON "launch"."transactions" USING btree ("finished_at") WHERE kind = 'prepared_launch' and state = 'failed';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "transactions_sequence" ON "launch"."transactions" USING btree ("sequence");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "transactions_hash" ON "launch"."transactions" USING btree ("transaction_hash") WHERE transaction_hash is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "transactions_wallet" ON "launch"."transactions" USING btree (("payload" ->> 'wallet')) WHERE (payload ->> 'wallet') is not null;--> statement-breakpoint
-- After transactions: servers lock a transaction before the origin of its launch, so the other order could deadlock with them.
CREATE INDEX IF NOT EXISTS "launches_job" ON "moderation"."launches" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "identities_name" ON "account"."identities" USING btree ("realm","type",lower("name"));
