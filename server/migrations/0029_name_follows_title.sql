ALTER TABLE "user_codes" ADD COLUMN "name_follows_title" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A PDF code begins with the title as its name; those that nobody has named since follow it from now on.
UPDATE "user_codes" SET "name_follows_title" = true
WHERE "id" IN (SELECT "id" FROM "pdf_codes")
  AND NOT EXISTS (SELECT FROM "user_code_changes" WHERE "code_id" = "user_codes"."id" AND "field" = 'name');
