ALTER TABLE "user_codes" ADD COLUMN "purged_at" timestamp with time zone;--> statement-breakpoint
UPDATE "user_codes" SET "purged_at" = "deleted_at" WHERE "deleted_at" IS NOT NULL;--> statement-breakpoint
DROP INDEX "user_codes_dynamic_id";--> statement-breakpoint
CREATE INDEX "user_codes_trash" ON "user_codes" USING btree ("user_id","deleted_at","id") WHERE "user_codes"."deleted_at" is not null and "user_codes"."purged_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "user_codes_dynamic_id" ON "user_codes" USING btree (lower("dynamic_id")) WHERE "user_codes"."purged_at" is null;--> statement-breakpoint
-- A code in the trash is one that its owner paused.
CREATE OR REPLACE VIEW "redirect_targets" AS
SELECT
  lower("dynamic_id") AS "key",
  "id" AS "code_id",
  "target",
  "enabled" AND "deleted_at" IS NULL AS "enabled",
  "google_analytics_id",
  "user_id",
  EXISTS (
    SELECT FROM "code_takedowns" "held" WHERE "held"."key" = lower("user_codes"."dynamic_id") AND "held"."lifted_at" IS NULL
  ) AS "taken_down",
  EXISTS (
    SELECT FROM "reported_codes" "reported" WHERE "reported"."code_id" = "user_codes"."id" AND "reported"."warned_at" IS NOT NULL
  ) AS "warned",
  coalesce((
    SELECT max("change"."at") FROM "user_code_changes" "change"
    WHERE "change"."code_id" = "user_codes"."id" AND "change"."field" = 'target'
  ), "created_at") AS "target_since",
  coalesce((SELECT "counter"."scans" FROM "scan_counters" "counter" WHERE "counter"."code_id" = "user_codes"."id"), 0) AS "scans"
FROM "user_codes" WHERE "dynamic_id" IS NOT NULL AND "purged_at" IS NULL;--> statement-breakpoint
CREATE OR REPLACE VIEW "redirect_paths" AS
SELECT printed."user_id", printed."host", printed."path", lower(code."dynamic_id") AS "target_key"
FROM "domain_paths" AS printed
JOIN "user_codes" AS code ON code."id" = printed."code_id" AND code."user_id" = printed."user_id"
WHERE code."dynamic_id" IS NOT NULL AND code."purged_at" IS NULL;
