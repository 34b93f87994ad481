DROP INDEX "market"."transfers_token";--> statement-breakpoint
ALTER TABLE "market"."checkpoints" ADD COLUMN "transfers_from" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "outbox_sent" ON "launch"."outbox" USING btree ("sent_at") WHERE sent_at is not null;