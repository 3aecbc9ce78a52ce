-- Revision 2
-- Codes that change their owner, with all that is theirs; the sums of both owners stay the sums of their codes.

-- Called with the lock of `scan_closing`, so that no scan is folded and no day closed meanwhile, for codes of one owner that
-- are not deleted. Who made and changed them was told to the first owner alone: the second one reads `called` instead.
-- Planned for the codes it is called with: a plan for any codes reads all months.
CREATE OR REPLACE FUNCTION move_codes(codes uuid[], source text, destination text, called text) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET jit = off AS $$
DECLARE
  moved uuid;
BEGIN
  -- In the order of the list, so that they keep it.
  FOR moved IN SELECT id FROM user_codes WHERE id = ANY (codes) ORDER BY product_id, ordinal LOOP
    UPDATE user_codes SET user_id = destination, created_by = called WHERE id = moved AND user_id = source;
  END LOOP;
  UPDATE user_code_changes SET by = called WHERE code_id = ANY (codes);
  UPDATE dynamic_ids SET user_id = destination
  WHERE key = ANY (ARRAY(SELECT lower(dynamic_id) FROM user_codes WHERE id = ANY (codes))) AND code_id = ANY (codes);
  UPDATE reported_codes SET user_id = destination WHERE code_id = ANY (codes);
  UPDATE pdf_names SET user_id = destination
  WHERE key = ANY (ARRAY(SELECT lower(name) FROM pdf_codes WHERE id = ANY (codes))) AND code_id = ANY (codes);
  WITH documents AS (
    UPDATE files SET user_id = destination FROM pdf_versions AS version
    WHERE version.code_id = ANY (codes) AND files.id = version.file_id
    RETURNING files.size
  ), pictures AS (
    UPDATE page_pictures SET user_id = destination WHERE page_id = ANY (codes) RETURNING small_size + large_size AS size
  ), kept AS (
    SELECT size FROM documents UNION ALL SELECT size FROM pictures
  ), sums AS (
    SELECT count(*)::integer AS files, sum(size) AS bytes FROM kept HAVING count(*) > 0
  ), taken AS (
    UPDATE storage_use AS use SET files = use.files - sums.files, bytes = use.bytes - sums.bytes
    FROM sums WHERE user_id = source
  )
  INSERT INTO storage_use AS use (user_id, files, bytes) SELECT destination, files, bytes FROM sums
  ON CONFLICT (user_id) DO UPDATE SET files = use.files + excluded.files, bytes = use.bytes + excluded.bytes;
  PERFORM scan_move_sums(codes, source, destination);
END
$$;
--> statement-breakpoint
-- Counters and quarters are right at once. The breakdowns of closed days are made again by closing (scan_remake_next), since
-- a day that names only the values scanned most cannot be taken apart; shorter ones are read from the log.
CREATE OR REPLACE FUNCTION scan_move_sums(codes uuid[], source text, destination text) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET jit = off AS $$
DECLARE
  closing scan_closing;
  source_subject uuid;
  destination_subject uuid;
  owners uuid[];
  counted bigint := (SELECT coalesce(sum(scans), 0) FROM scan_counters WHERE code_id = ANY (codes));
BEGIN
  SELECT * INTO closing FROM scan_closing;
  -- Without a fold nothing was ever counted.
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO scan_owners (user_id) VALUES (source), (destination) ON CONFLICT DO NOTHING;
  UPDATE scan_owners SET scans = scans - counted WHERE user_id = source RETURNING subject INTO source_subject;
  UPDATE scan_owners SET scans = scans + counted WHERE user_id = destination RETURNING subject INTO destination_subject;
  owners := ARRAY[source_subject, destination_subject];
  INSERT INTO scan_quarters AS kept (subject, at, scans, uniques)
  SELECT subject, at, sign * scans, sign * uniques
  FROM (
    SELECT at, sum(scans) AS scans, sum(uniques) AS uniques FROM scan_quarter_rows
    WHERE subject = ANY (codes) AND stored_at >= closing.days_until GROUP BY at
  ) AS moved CROSS JOIN (VALUES (source_subject, -1), (destination_subject, 1)) AS owner (subject, sign)
  ORDER BY 1, 2
  ON CONFLICT (subject, at) DO UPDATE SET scans = kept.scans + excluded.scans, uniques = kept.uniques + excluded.uniques;
  DELETE FROM scan_quarters WHERE subject = ANY (owners) AND scans = 0 AND uniques = 0;
  PERFORM scan_ensure_month(month::date) FROM (
    SELECT DISTINCT date_trunc('month', at, 'UTC') AT TIME ZONE 'UTC' AS month FROM scan_quarters
    WHERE subject = ANY (owners || codes) AND at < closing.days_until
  ) AS months;
  -- With what came late for the owners, so that no packed quarter is below zero.
  WITH late AS (
    DELETE FROM scan_quarters WHERE subject = ANY (owners) AND at < closing.days_until RETURNING *
  ), moved AS (
    SELECT at, sum(scans) AS scans, sum(uniques) AS uniques FROM scan_quarter_rows
    WHERE subject = ANY (codes) AND stored_at < closing.days_until GROUP BY at
  ), added AS (
    SELECT subject, at, scans, uniques FROM late
    UNION ALL
    SELECT source_subject, at, -scans, -uniques FROM moved
    UNION ALL
    SELECT destination_subject, at, scans, uniques FROM moved
  )
  INSERT INTO scan_breakdowns AS kept (subject, minutes, at, keys, scans, uniques, quarters)
  SELECT subject, 1440, date_trunc('day', at, 'UTC') AS day, '{}', '{}', '{}', array_agg(scan_pack_quarter(at, scans, uniques))
  FROM (SELECT subject, at, sum(scans)::bigint AS scans, sum(uniques)::bigint AS uniques FROM added GROUP BY 1, 2) AS sums
  GROUP BY subject, day ORDER BY 1, 3
  ON CONFLICT (subject, minutes, at) DO UPDATE SET quarters = scan_add_quarters(kept.quarters, excluded.quarters);
  DELETE FROM scan_breakdowns WHERE subject = ANY (owners) AND minutes IN (5, 60);
  -- Closing makes the days behind its place of the codes as they are then.
  INSERT INTO scan_owner_days (subject, day)
  SELECT DISTINCT owner, at FROM scan_breakdowns CROSS JOIN unnest(owners) AS owner
  WHERE subject = ANY (codes) AND minutes = 1440
    AND (at < closing.days_until OR at = closing.days_until AND owner <= closing.owners_after)
  ON CONFLICT DO NOTHING;
END
$$;
