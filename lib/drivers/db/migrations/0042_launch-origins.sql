CREATE TABLE "moderation"."launches" (
	"chain_id" integer NOT NULL,
	"token" "bytea" NOT NULL,
	"job_id" text NOT NULL,
	"creator_type" text,
	"creator_value" text,
	"network" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "launches_chain_id_token_pk" PRIMARY KEY("chain_id","token")
);
--> statement-breakpoint
CREATE INDEX "launches_network" ON "moderation"."launches" USING btree ("at") WHERE network is not null;