CREATE TABLE "launch"."alerts" (
	"name" text NOT NULL,
	"labels" text NOT NULL,
	"severity" text NOT NULL,
	"summary" text NOT NULL,
	"runbook" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"tell_at" timestamp with time zone,
	"told" text[] DEFAULT '{}' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "alerts_name_labels_pk" PRIMARY KEY("name","labels")
);
--> statement-breakpoint
CREATE INDEX "alerts_untold" ON "launch"."alerts" USING btree ("tell_at") WHERE tell_at is not null;