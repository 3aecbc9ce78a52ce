ALTER TABLE "user_code_ranks" ADD COLUMN "last_scan_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "user_code_ranks" SET "last_scan_ms" = extract(epoch FROM "last"."at") * 1000
FROM (SELECT "subject", max("at") AS "at" FROM "scan_quarters" GROUP BY "subject") AS "last"
WHERE "subject" = "code_id";--> statement-breakpoint
CREATE INDEX "user_code_ranks_last_scan" ON "user_code_ranks" USING btree ("user_id","product_id","last_scan_ms","ordinal","code_id");--> statement-breakpoint
-- Written by hand, as the other indexes of the list: it has INCLUDE.
CREATE INDEX "user_codes_by_state" ON "user_codes" ("user_id", "product_id", "enabled", "ordinal") INCLUDE ("id")
WHERE "deleted_at" IS NULL;
