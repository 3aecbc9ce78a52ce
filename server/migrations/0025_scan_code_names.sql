-- The page of all codes names those that are scanned most as their owner does.
CREATE OR REPLACE VIEW "scan_codes" AS
SELECT "id" AS "code_id", "user_id", "dynamic_id", "deleted_at" IS NOT NULL AS "is_deleted", "name"
FROM "user_codes"
WHERE "dynamic_id" IS NOT NULL;
