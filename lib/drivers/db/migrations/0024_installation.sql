CREATE TABLE "launch"."installation" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"epoch" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "installation_is_only" CHECK ("launch"."installation"."is_only")
);
--> statement-breakpoint
INSERT INTO "launch"."installation" DEFAULT VALUES;
