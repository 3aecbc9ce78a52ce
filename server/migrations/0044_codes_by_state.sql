-- Written by hand, as the other indexes of the list: it has INCLUDE.
CREATE INDEX IF NOT EXISTS "user_codes_by_state" ON "user_codes" ("user_id", "product_id", "enabled", "ordinal") INCLUDE ("id")
WHERE "deleted_at" IS NULL;
