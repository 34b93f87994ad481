-- First: both tables would stay locked while it reads the outbox.
CREATE INDEX "outbox_waking" ON "launch"."outbox" USING btree ("name",("data" ->> 'id')) WHERE sent_at is null;--> statement-breakpoint
ALTER TABLE "launch"."transactions" ADD COLUMN "requeued_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "launch"."webhooks" ADD COLUMN "requested_at" timestamp with time zone;