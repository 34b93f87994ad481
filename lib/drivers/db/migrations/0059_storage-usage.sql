CREATE TABLE "media"."usage_changes" (
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION "media"."record_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	change bigint := 0;
BEGIN
	-- Only the rows that the event has: the others do not exist.
	IF TG_OP <> 'DELETE' THEN
		change := change + coalesce((SELECT sum(size_bytes) FROM added), 0);
	END IF;
	IF TG_OP <> 'INSERT' THEN
		change := change - coalesce((SELECT sum(size_bytes) FROM removed), 0);
	END IF;
	IF change <> 0 THEN
		INSERT INTO "media"."usage_changes" ("bytes") VALUES (change);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "assets_inserted" AFTER INSERT ON "media"."assets" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "media"."record_usage"();--> statement-breakpoint
CREATE TRIGGER "assets_updated" AFTER UPDATE ON "media"."assets" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "media"."record_usage"();--> statement-breakpoint
CREATE TRIGGER "assets_deleted" AFTER DELETE ON "media"."assets" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "media"."record_usage"();--> statement-breakpoint
-- The triggers have locked the table, so no change is lost or counted twice.
INSERT INTO "media"."usage_changes" ("bytes") SELECT sum("size_bytes") FROM "media"."assets" HAVING sum("size_bytes") > 0;
