-- Revision 3
-- Quarters of an hour of closed days, packed into the rows of these days in `scan_breakdowns`.

-- A quarter of an hour in one number: which of its UTC day, and its scans and uniques. The view scan_quarter_rows decodes it.
-- Fails on 268,435,456 scans, as the number is too great then.
CREATE OR REPLACE FUNCTION scan_pack_quarter(at timestamptz, scans bigint, uniques bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT (scans * 268435456 + uniques) * 128 + extract(epoch FROM at)::bigint % 86400 / 900
$$;
--> statement-breakpoint
-- The sum of two packed days, which may have negative parts; without quarters whose scans have all gone, null of nothing.
CREATE OR REPLACE FUNCTION scan_add_quarters(kept bigint[], added bigint[]) RETURNS bigint[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg(sums.scans * 34359738368 + sums.rest)
  FROM (
    SELECT sum(packed >> 35)::bigint AS scans, sum(packed >> 7 & 268435455)::bigint * 128 + (packed & 127) AS rest
    FROM unnest(kept || added) AS packed
    GROUP BY packed & 127
    HAVING sum(packed >> 7) <> 0
  ) AS sums
$$;
--> statement-breakpoint
-- Takes the quarters of some codes or owners on a UTC day out of `scan_quarters`, for the row of that day.
CREATE OR REPLACE FUNCTION scan_take_quarters(subjects uuid[], day timestamptz)
RETURNS TABLE (subject uuid, quarters bigint[]) LANGUAGE sql SET plan_cache_mode = force_custom_plan AS $$
  WITH taken AS (
    DELETE FROM scan_quarters AS kept
    WHERE kept.subject = ANY (subjects) AND at >= day AND at < day + interval '1 day'
    RETURNING kept.subject, scan_pack_quarter(at, scans, uniques) AS packed
  )
  SELECT subject, array_agg(packed) FROM taken GROUP BY subject
$$;
--> statement-breakpoint
-- Looks at so many further quarters and packs those of closed days: what came late. False when all were looked at. Called amid a step of closing.
CREATE OR REPLACE FUNCTION scan_pack_next(closing scan_closing, most integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  looked_at scan_quarters[] := ARRAY(
    SELECT next FROM scan_quarters AS next
    WHERE (subject, at) > (closing.packed_subject, closing.packed_at) ORDER BY subject, at LIMIT most
  );
  last scan_quarters := looked_at[cardinality(looked_at)];
BEGIN
  IF last IS NULL THEN
    UPDATE scan_closing SET packed_until = closing.days_until, packed_subject = DEFAULT, packed_at = DEFAULT;
    RETURN false;
  END IF;
  PERFORM scan_ensure_month(month::date) FROM (
    SELECT DISTINCT date_trunc('month', at, 'UTC') AT TIME ZONE 'UTC' AS month FROM unnest(looked_at)
    WHERE at < closing.days_until
  ) AS months;
  WITH taken AS (
    DELETE FROM scan_quarters AS kept USING unnest(looked_at) AS seen
    WHERE kept.subject = seen.subject AND kept.at = seen.at AND kept.at < closing.days_until
    RETURNING kept.*
  )
  INSERT INTO scan_breakdowns AS kept (subject, minutes, at, keys, scans, uniques, quarters)
  SELECT subject, 1440, date_trunc('day', at, 'UTC') AS day, '{}', '{}', '{}',
    array_agg(scan_pack_quarter(at, scans, uniques))
  FROM taken GROUP BY subject, day
  ON CONFLICT (subject, minutes, at) DO UPDATE SET quarters = scan_add_quarters(kept.quarters, excluded.quarters);
  UPDATE scan_closing SET packed_subject = last.subject, packed_at = last.at;
  RETURN true;
END
$$;
