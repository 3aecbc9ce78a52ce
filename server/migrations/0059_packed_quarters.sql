ALTER TABLE "scan_breakdowns" ADD COLUMN "quarters" bigint[];--> statement-breakpoint
ALTER TABLE "scan_closing" ADD COLUMN "packed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "scan_closing" ADD COLUMN "packed_subject" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;--> statement-breakpoint
ALTER TABLE "scan_closing" ADD COLUMN "packed_at" timestamp with time zone DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
-- Decodes what scan_pack_quarter makes.
CREATE VIEW "scan_quarter_rows" AS
SELECT "subject", "at" AS "stored_at", "at", "scans", "uniques" FROM "scan_quarters"
UNION ALL
SELECT day."subject", day."at", day."at" + (quarter & 127) * interval '15 minutes',
  (quarter >> 35)::integer, (quarter >> 7 & 268435455)::integer
FROM "scan_breakdowns" AS day CROSS JOIN LATERAL unnest(day."quarters") AS quarter
WHERE day."minutes" = 1440;
--> statement-breakpoint
-- What a report of a code is weighed by; asked for one code at a time.
CREATE OR REPLACE VIEW "code_report_facts" AS
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
      SELECT sum("quarter"."uniques") AS "uniques" FROM "scan_quarter_rows" "quarter"
      WHERE "quarter"."subject" = "code"."id" AND "quarter"."stored_at" >= date_trunc('day', now(), 'UTC') - interval '6 days'
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
