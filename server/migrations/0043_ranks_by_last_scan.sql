CREATE INDEX IF NOT EXISTS "user_code_ranks_last_scan" ON "user_code_ranks" USING btree ("user_id","product_id","last_scan_ms","ordinal","code_id");
