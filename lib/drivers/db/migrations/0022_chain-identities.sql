CREATE TABLE "launch"."schema_state" (
	"id" integer PRIMARY KEY NOT NULL,
	"previous_migration" bigint
);
--> statement-breakpoint
CREATE TABLE "launch"."chain_identities" (
	"realm" text NOT NULL,
	"chain_id" integer NOT NULL,
	"genesis_hash" "bytea" NOT NULL,
	"deployment_hash" "bytea" NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chain_identities_realm_chain_id_pk" PRIMARY KEY("realm","chain_id")
);
