ALTER TABLE "launch"."transactions" ADD COLUMN "requeued_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "launch"."webhooks" ADD COLUMN "requested_at" timestamp with time zone;--> statement-breakpoint
-- Last: servers lock a transaction or webhook before the outbox, so the other order could deadlock with them.
CREATE INDEX "outbox_waking" ON "launch"."outbox" USING btree ("name",("data" ->> 'id')) WHERE sent_at is null;