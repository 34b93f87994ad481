CREATE TABLE "storage"."backups" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"taken_at" timestamp with time zone NOT NULL
);
