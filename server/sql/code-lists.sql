-- Revision 2
-- The places, totals and ranks of the lists of codes, and the keys of their search.

-- The keys that a search finds a code by: three characters from each place of its text, two where words are not
-- parted by spaces (U+0E00 and beyond), and each tag. They hold the list, so that nobody's search walks over the codes
-- of others. The keys of a search are made in search-text.ts.
CREATE OR REPLACE FUNCTION user_code_keys(user_id text, product_id text, keys text[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT hashtext(user_id || '/' || product_id || '/' || key)) FROM unnest(keys) AS key
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION user_code_keys(user_id text, product_id text, search_text text, tags text[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 2000 AS $$
  SELECT array_agg(DISTINCT hashtext(user_id || '/' || product_id || '/' || key)) FROM (
    SELECT substr(search_text, place, CASE WHEN ascii(substr(search_text, place, 1)) < 3584 THEN 3 ELSE 2 END) AS key
    FROM generate_series(1, length(search_text)) AS place
    UNION ALL
    SELECT '#' || tag FROM unnest(tags) AS tag
  ) AS all_keys
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION place_user_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_code_lists AS list (user_id, product_id, last_ordinal)
  VALUES (NEW.user_id, NEW.product_id, 1)
  ON CONFLICT (user_id, product_id) DO UPDATE SET last_ordinal = list.last_ordinal + 1
  RETURNING last_ordinal INTO NEW.ordinal;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER user_codes_place BEFORE INSERT ON user_codes
FOR EACH ROW EXECUTE FUNCTION place_user_code();
--> statement-breakpoint
-- A code that moves is the newest of its new owner.
CREATE OR REPLACE TRIGGER user_codes_place_moved BEFORE UPDATE OF user_id ON user_codes
FOR EACH ROW WHEN (OLD.user_id <> NEW.user_id) EXECUTE FUNCTION place_user_code();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_user_code(code user_codes, added integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO user_code_totals AS kept (user_id, product_id, content_type, total)
  VALUES (code.user_id, code.product_id, code.content_type, added)
  ON CONFLICT (user_id, product_id, content_type) DO UPDATE SET total = kept.total + excluded.total;

  INSERT INTO user_code_blocks AS kept (user_id, product_id, content_type, block, total)
  VALUES (code.user_id, code.product_id, code.content_type, code.ordinal / 1024, added)
  ON CONFLICT (user_id, product_id, content_type, block) DO UPDATE SET total = kept.total + excluded.total;

  INSERT INTO user_code_tag_totals AS kept (user_id, product_id, tag, total)
  SELECT code.user_id, code.product_id, tag, added FROM unnest(code.tags) AS tag ORDER BY tag
  ON CONFLICT (user_id, product_id, tag) DO UPDATE SET total = kept.total + excluded.total;
$$;
--> statement-breakpoint
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
      -- Not looked for where a code is new.
      coalesce((
        SELECT extract(epoch FROM max(at)) * 1000 FROM scan_quarter_rows WHERE TG_OP = 'UPDATE' AND subject = NEW.id
      ), 0));
  ELSIF is_listed AND NEW.user_id <> OLD.user_id THEN
    UPDATE user_code_ranks SET user_id = NEW.user_id, ordinal = NEW.ordinal WHERE code_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER user_codes_keep_lists AFTER INSERT OR DELETE OR UPDATE OF deleted_at, tags, user_id ON user_codes
FOR EACH ROW EXECUTE FUNCTION keep_user_code_lists();
--> statement-breakpoint
-- Gives codes the ranks of their counters. Locked in the order of the codes first, so that two who do this wait for each
-- other instead of locking each other out, and the counters are read when the ranks are ours.
CREATE OR REPLACE FUNCTION rank_counted_codes(codes uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM user_code_ranks WHERE code_id = ANY (codes) ORDER BY code_id FOR NO KEY UPDATE;
  UPDATE user_code_ranks AS ranked SET scans = counted.scans, last_scan_ms = CASE
    -- Recomputed counters are no scans.
    WHEN counted.scans > ranked.scans THEN (extract(epoch FROM now()) * 1000)::bigint
    ELSE last_scan_ms
  END
  FROM scan_counters AS counted
  WHERE ranked.code_id = ANY (codes) AND counted.code_id = ranked.code_id AND counted.scans <> ranked.scans;
END
$$;
--> statement-breakpoint
-- Ranks that differ from their counters, among so many codes after one; returns the last of these codes, null at the end.
CREATE OR REPLACE FUNCTION rank_stale_codes(after uuid, most integer) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  stale uuid[];
  last uuid;
BEGIN
  WITH step AS (
    SELECT code_id, scans FROM user_code_ranks WHERE code_id > after ORDER BY code_id LIMIT most
  )
  SELECT array_agg(code_id) FILTER (WHERE counted.scans <> step.scans), (array_agg(code_id ORDER BY code_id DESC))[1]
  INTO stale, last FROM step LEFT JOIN scan_counters AS counted USING (code_id);
  IF stale IS NOT NULL THEN PERFORM rank_counted_codes(stale); END IF;
  RETURN last;
END
$$;
--> statement-breakpoint
-- In the transaction that counts, except for an importer, which ranks the codes of many batches at once.
CREATE OR REPLACE FUNCTION rank_user_codes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('scanleaf.ranks', true) IS DISTINCT FROM 'later' THEN
    PERFORM rank_counted_codes(ARRAY(SELECT code_id FROM counted));
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER scan_counters_rank_new AFTER INSERT ON scan_counters REFERENCING NEW TABLE AS counted
FOR EACH STATEMENT EXECUTE FUNCTION rank_user_codes();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER scan_counters_rank AFTER UPDATE ON scan_counters REFERENCING NEW TABLE AS counted
FOR EACH STATEMENT EXECUTE FUNCTION rank_user_codes();
