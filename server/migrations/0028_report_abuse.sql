CREATE TABLE "report_keys" (
	"day" date PRIMARY KEY NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "reported_codes_open";--> statement-breakpoint
DROP INDEX "code_reports_once";--> statement-breakpoint
ALTER TABLE "code_reports" ALTER COLUMN "created_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "cleared_targets" ADD COLUMN "version" text;--> statement-breakpoint
ALTER TABLE "reported_codes" ADD COLUMN "user_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "reported_codes" ADD COLUMN "warned_by" text;--> statement-breakpoint
ALTER TABLE "reported_codes" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reported_codes" ADD COLUMN "networks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reported_codes" ADD COLUMN "visitors" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reported_codes" ADD COLUMN "needed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "reported_codes_urgent" ON "reported_codes" USING btree (("waiting_since" is null),"networks" DESC NULLS FIRST,"last_at" DESC NULLS FIRST,"code_id") WHERE "reported_codes"."open" > 0;--> statement-breakpoint
CREATE INDEX "reported_codes_owner" ON "reported_codes" USING btree ("user_id","last_at") WHERE "reported_codes"."open" > 0 or "reported_codes"."warned_at" is not null;--> statement-breakpoint
CREATE INDEX "code_takedowns_owner" ON "code_takedowns" USING btree ("user_id") WHERE "code_takedowns"."lifted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "code_reports_once" ON "code_reports" USING btree ("code_id","visitor",md5("target"));
--> statement-breakpoint
-- What a report of a code is weighed by; asked for one code at a time.
CREATE VIEW "code_report_facts" AS
SELECT
  "code"."id" AS "code_id",
  -- Another text whenever the code leads elsewhere, even back to where it led before, or its page has another document.
  md5(concat_ws(
    ' ',
    "code"."target",
    (
      SELECT max("change"."id") FROM "user_code_changes" "change"
      WHERE "change"."code_id" = "code"."id" AND "change"."field" = 'target'
    ),
    (
      SELECT "version"."id" FROM "pdf_versions" "version"
      WHERE "version"."code_id" = "code"."id" AND "version"."replaced_at" IS NULL
    ),
    (SELECT "pdf"."website" FROM "pdf_codes" "pdf" WHERE "pdf"."id" = "code"."id")
  )) AS "content_version",
  coalesce((
    SELECT max("day"."uniques") FROM (
      SELECT sum("quarter"."uniques") AS "uniques" FROM "scan_quarters" "quarter"
      WHERE "quarter"."subject" = "code"."id" AND "quarter"."at" >= date_trunc('day', now(), 'UTC') - interval '6 days'
      GROUP BY date_trunc('day', "quarter"."at", 'UTC')
    ) "day"
  ), 0)::integer AS "visitors",
  coalesce(floor(extract(epoch FROM now() - (
    SELECT "first"."created_at" FROM "user_codes" "first"
    WHERE "first"."user_id" = "code"."user_id" AND "first"."product_id" = 'dynamic-code' AND "first"."deleted_at" IS NULL
    ORDER BY "first"."ordinal" LIMIT 1
  )) / 86400), 0)::integer AS "owner_days",
  floor(extract(epoch FROM now() - coalesce((
    SELECT max("change"."at") FROM "user_code_changes" "change"
    WHERE "change"."code_id" = "code"."id" AND "change"."field" = 'target'
  ), "code"."created_at")) / 86400)::integer AS "target_days",
  coalesce((
    SELECT "counter"."scans" FROM "scan_counters" "counter" WHERE "counter"."code_id" = "code"."id"
  ), 0) AS "scans",
  EXISTS (
    SELECT FROM "subscriptions" "bought"
    WHERE "bought"."user_id" = "code"."user_id" AND "bought"."status" = 'active' AND "bought"."price" > 0
      AND "bought"."end_at" > now()
  ) AS "is_paying",
  EXISTS (
    SELECT FROM "code_takedowns" "held" WHERE "held"."user_id" = "code"."user_id" AND "held"."lifted_at" IS NULL
  ) OR EXISTS (
    SELECT FROM "reported_codes" "upheld"
    WHERE "upheld"."user_id" = "code"."user_id" AND "upheld"."warned_at" IS NOT NULL AND "upheld"."warned_by" IS NOT NULL
  ) OR EXISTS (
    SELECT FROM "users" "owner"
    WHERE "owner"."suspended_at" IS NOT NULL AND "owner"."id"::text = "code"."user_id"
  ) AS "has_upheld_report"
FROM "user_codes" "code"
WHERE "code"."dynamic_id" IS NOT NULL AND "code"."deleted_at" IS NULL;
--> statement-breakpoint
UPDATE "reported_codes" SET "user_id" = "code"."user_id"
FROM "user_codes" "code" WHERE "code"."id" = "reported_codes"."code_id";
--> statement-breakpoint
UPDATE "cleared_targets" SET "version" = "facts"."content_version"
FROM "code_report_facts" "facts" JOIN "user_codes" "code" ON "code"."id" = "facts"."code_id"
WHERE "facts"."code_id" = "cleared_targets"."code_id" AND "code"."target" = "cleared_targets"."target";
--> statement-breakpoint
-- In the database, so that a server of the version before keeps it true as well.
CREATE FUNCTION "keep_reported_code"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW."user_id" = '' THEN
    NEW."user_id" := coalesce((SELECT "user_id" FROM "user_codes" WHERE "id" = NEW."code_id"), '');
  END IF;
  IF NEW."open" = 0 THEN
    NEW."networks" := 0;
    NEW."waiting_since" := NULL;
  END IF;
  IF NEW."warned_at" IS NULL THEN
    NEW."warned_by" := NULL;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "reported_codes_keep" BEFORE INSERT OR UPDATE ON "reported_codes"
FOR EACH ROW EXECUTE FUNCTION "keep_reported_code"();
