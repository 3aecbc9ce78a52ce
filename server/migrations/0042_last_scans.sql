-- In batches: repeated, each time in a transaction of its own, until it returns no row.
WITH "batch" AS (
	SELECT "code_id" FROM "user_code_ranks"
	WHERE "last_scan_ms" = 0 AND "scans" > 0 AND EXISTS (SELECT FROM "scan_quarters" WHERE "subject" = "code_id")
	ORDER BY "code_id" LIMIT 2000 FOR UPDATE
)
UPDATE "user_code_ranks" AS "rank"
SET "last_scan_ms" = extract(epoch FROM (SELECT max("at") FROM "scan_quarters" WHERE "subject" = "rank"."code_id")) * 1000
FROM "batch" WHERE "rank"."code_id" = "batch"."code_id"
RETURNING "rank"."code_id";
