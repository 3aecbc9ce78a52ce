ALTER TABLE "user_code_ranks" ADD COLUMN "last_scan_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Both functions as of code-lists revision 2, now: a scan during the next migrations must not be missed.
CREATE OR REPLACE FUNCTION keep_user_code_lists() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_listed boolean := TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL;
  is_listed boolean := TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL;
BEGIN
  IF was_listed THEN PERFORM count_user_code(OLD, -1); END IF;
  IF is_listed THEN PERFORM count_user_code(NEW, 1); END IF;
  IF was_listed AND NOT is_listed THEN
    DELETE FROM user_code_ranks WHERE code_id = OLD.id;
  ELSIF is_listed AND NOT was_listed THEN
    -- The lock waits for an importer that is counting this code: its count must not be missed.
    INSERT INTO user_code_ranks (code_id, user_id, product_id, ordinal, scans, last_scan_ms)
    VALUES (NEW.id, NEW.user_id, NEW.product_id, NEW.ordinal,
      coalesce((SELECT scans FROM scan_counters WHERE code_id = NEW.id FOR SHARE), 0),
      coalesce((SELECT extract(epoch FROM max(at)) * 1000 FROM scan_quarters WHERE subject = NEW.id), 0));
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION rank_user_codes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_code_ranks SET scans = counted.scans, last_scan_ms = CASE
    -- Recomputed counters are no scans.
    WHEN counted.scans > user_code_ranks.scans THEN (extract(epoch FROM now()) * 1000)::bigint
    ELSE last_scan_ms
  END
  FROM counted WHERE counted.code_id = user_code_ranks.code_id;
  RETURN NULL;
END
$$;
