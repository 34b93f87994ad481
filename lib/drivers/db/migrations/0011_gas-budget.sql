CREATE TABLE "launch"."gas_minutes" (
	"chain_id" integer NOT NULL,
	"minute" integer NOT NULL,
	"wei" numeric NOT NULL,
	CONSTRAINT "gas_minutes_chain_id_minute_pk" PRIMARY KEY("chain_id","minute")
);
--> statement-breakpoint
CREATE TABLE "launch"."gas_reservations" (
	"chain_id" integer NOT NULL,
	"operation_id" text NOT NULL,
	"minute" integer NOT NULL,
	"wei" numeric NOT NULL,
	"is_settled" boolean DEFAULT false NOT NULL,
	"settled_hash" text,
	CONSTRAINT "gas_reservations_chain_id_operation_id_pk" PRIMARY KEY("chain_id","operation_id")
);
--> statement-breakpoint
CREATE INDEX "gas_reservations_minute" ON "launch"."gas_reservations" USING btree ("chain_id","minute");--> statement-breakpoint
CREATE INDEX "gas_reservations_unsettled" ON "launch"."gas_reservations" USING btree ("chain_id","minute") WHERE not is_settled;