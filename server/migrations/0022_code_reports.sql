CREATE TABLE "code_report_actions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "code_report_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by" text NOT NULL,
	"action" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cleared_targets" (
	"code_id" uuid NOT NULL,
	"target" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reported_codes" (
	"code_id" uuid PRIMARY KEY NOT NULL,
	"open" integer NOT NULL,
	"total" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"warned_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "code_takedowns" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "code_takedowns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"code_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"lifted_at" timestamp with time zone,
	"lifted_by" text
);
--> statement-breakpoint
DROP INDEX "code_reports_newest";--> statement-breakpoint
ALTER TABLE "code_reports" ADD COLUMN "closed_by" bigint;--> statement-breakpoint
CREATE INDEX "code_report_actions_code" ON "code_report_actions" USING btree ("code_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "cleared_targets_once" ON "cleared_targets" USING btree ("code_id",md5("target"));--> statement-breakpoint
CREATE UNIQUE INDEX "reported_codes_open" ON "reported_codes" USING btree ("last_at" DESC NULLS FIRST,"code_id") WHERE "reported_codes"."open" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "reported_codes_closed" ON "reported_codes" USING btree ("last_at" DESC NULLS FIRST,"code_id") WHERE "reported_codes"."open" = 0;--> statement-breakpoint
CREATE UNIQUE INDEX "code_takedowns_held" ON "code_takedowns" USING btree ("key") WHERE "code_takedowns"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "code_reports_of_code" ON "code_reports" USING btree ("code_id","created_at" DESC NULLS FIRST,"id");
--> statement-breakpoint
INSERT INTO "reported_codes" ("code_id", "open", "total", "last_at")
SELECT "code_id", count(*), count(*), max("created_at") FROM "code_reports" GROUP BY "code_id";
--> statement-breakpoint
-- Besides what a visit needs: since when a code leads to its target and how often it was scanned, for a report alone.
-- PostgreSQL works out no column that a query does not ask for.
CREATE OR REPLACE VIEW "redirect_targets" AS
SELECT
  lower("dynamic_id") AS "key",
  "id" AS "code_id",
  "target",
  "enabled",
  "google_analytics_id",
  "user_id",
  EXISTS (
    SELECT FROM "code_takedowns" "held" WHERE "held"."key" = lower("dynamic_id") AND "held"."lifted_at" IS NULL
  ) AS "taken_down",
  EXISTS (
    SELECT FROM "reported_codes" "reported"
    WHERE "reported"."code_id" = "user_codes"."id" AND "reported"."warned_at" IS NOT NULL
  ) AS "warned",
  coalesce((
    SELECT max("at") FROM "user_code_changes" "change"
    WHERE "change"."code_id" = "user_codes"."id" AND "change"."field" = 'target'
  ), "created_at") AS "target_since",
  coalesce((SELECT "scans" FROM "scan_counters" "counter" WHERE "counter"."code_id" = "user_codes"."id"), 0) AS "scans"
FROM "user_codes"
WHERE "dynamic_id" IS NOT NULL AND "deleted_at" IS NULL;
--> statement-breakpoint
CREATE FUNCTION "tell_taken_down"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redirect_targets', NEW."key");
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "code_takedowns_tell" AFTER INSERT OR UPDATE OF "lifted_at" ON "code_takedowns"
FOR EACH ROW EXECUTE FUNCTION "tell_taken_down"();
--> statement-breakpoint
CREATE FUNCTION "tell_warned"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redirect_targets', lower("dynamic_id")) FROM "user_codes" WHERE "id" = NEW."code_id";
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "reported_codes_tell" AFTER UPDATE OF "warned_at" ON "reported_codes"
FOR EACH ROW WHEN (OLD."warned_at" IS DISTINCT FROM NEW."warned_at") EXECUTE FUNCTION "tell_warned"();
