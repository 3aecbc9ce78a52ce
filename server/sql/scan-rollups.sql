-- Revision 5
-- Partitions of the scan log, and its roll-ups.

-- A month of some of the tables that have months. Waits for others at the log's own table: unlike an advisory lock, that
-- also learns what they made meanwhile.
CREATE OR REPLACE FUNCTION scan_ensure_month_of(parents text[], day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first date := date_trunc('month', day);
  after date := first + interval '1 month';
  suffix text := to_char(first, 'YYYY_MM');
  parent text;
  missing text[] := ARRAY(
    SELECT name FROM unnest(parents) AS name
    WHERE to_regclass('public.' || name || '_' || suffix) IS NULL
  );
BEGIN
  IF cardinality(missing) = 0 THEN
    RETURN;
  END IF;
  LOCK TABLE ONLY scans IN SHARE UPDATE EXCLUSIVE MODE;
  FOREACH parent IN ARRAY missing LOOP
    CONTINUE WHEN to_regclass('public.' || parent || '_' || suffix) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', parent || '_' || suffix, parent);
    IF parent = 'scan_visitors' THEN
      EXECUTE format('ALTER TABLE scan_visitors ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
        parent || '_' || suffix, first, after);
    ELSE
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, parent || '_' || suffix,
        first::timestamp AT TIME ZONE 'UTC', after::timestamp AT TIME ZONE 'UTC');
    END IF;
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION scan_ensure_month(day date) RETURNS void LANGUAGE sql AS $$
  SELECT scan_ensure_month_of(ARRAY['scans', 'scan_visitors', 'scan_breakdowns'], day)
$$;
--> statement-breakpoint
-- As scan_ensure_month, for a day of the log.
CREATE OR REPLACE FUNCTION scan_ensure_day(day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  partition text := 'scan_log_' || to_char(day, 'YYYY_MM_DD');
BEGIN
  IF to_regclass('public.' || partition) IS NOT NULL THEN
    RETURN;
  END IF;
  LOCK TABLE ONLY scan_log IN SHARE UPDATE EXCLUSIVE MODE;
  IF to_regclass('public.' || partition) IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE scan_log INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition);
    EXECUTE format('ALTER TABLE scan_log ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      partition, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
  END IF;
END
$$;
--> statement-breakpoint
-- Called by the version before alone, which adds breakdowns up with each import.
-- Sum of two sets of `dimension:value` → [scans, uniques]. A set names at most 200 values of a dimension, the rest is
-- `dimension:*`, so that visitors who make referrers up cannot make a row grow without end.
CREATE OR REPLACE FUNCTION scan_add_facets(kept jsonb, added jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  WITH sizes AS (
    SELECT split_part(key, ':', 1) AS dimension, count(*) AS named FROM jsonb_object_keys(kept) AS key GROUP BY 1
  ), both_sets AS (
    SELECT key, value FROM jsonb_each(kept)
    UNION ALL
    SELECT
      CASE WHEN kept ? key OR coalesce(named, 0) < 200 THEN key ELSE split_part(key, ':', 1) || ':*' END, value
    FROM jsonb_each(added) LEFT JOIN sizes ON dimension = split_part(key, ':', 1)
  ), sums AS (
    SELECT key, sum((value ->> 0)::bigint) AS scans, sum((value ->> 1)::bigint) AS uniques FROM both_sets GROUP BY key
  )
  SELECT coalesce(jsonb_object_agg(key, jsonb_build_array(scans, uniques)), '{}') FROM sums
$$;
--> statement-breakpoint
-- The forms of versions before, without the account.
DROP FUNCTION IF EXISTS scan_recompute_month(date);
--> statement-breakpoint
DROP FUNCTION IF EXISTS scan_recompute_counters();
--> statement-breakpoint
-- Makes the roll-ups of a UTC month again from the log, as far as that month is still whole in it: those of all codes, or
-- of one account and its codes. Importers and closing wait meanwhile: their first step locks the batch ids.
CREATE OR REPLACE FUNCTION scan_recompute_month(day date, account text DEFAULT NULL) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  month date := date_trunc('month', day);
  -- Without a record nothing was ever dropped.
  first timestamptz := greatest(month, (SELECT whole_from FROM scan_retention))::timestamp AT TIME ZONE 'UTC';
  after timestamptz := (month + interval '1 month')::timestamp AT TIME ZONE 'UTC';
  closing scan_closing;
  closed timestamptz;
  codes uuid[];
  owners uuid[];
BEGIN
  IF first >= after OR NOT EXISTS (
    SELECT FROM pg_inherits
    WHERE inhparent IN ('scans'::regclass, 'scan_log'::regclass)
      AND inhrelid::regclass::text ~ ('^scan(s|_log)_' || to_char(month, 'YYYY_MM'))
  ) THEN
    RETURN;
  END IF;
  LOCK TABLE scan_batches IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO scan_owners (user_id)
  SELECT DISTINCT user_id FROM scan_codes WHERE account IS NULL OR user_id = account ON CONFLICT DO NOTHING;
  codes := ARRAY(
    SELECT code_id FROM scan_counters
    WHERE account IS NULL OR code_id IN (SELECT code_id FROM scan_codes WHERE user_id = account)
  );
  owners := ARRAY(SELECT subject FROM scan_owners WHERE account IS NULL OR user_id = account);
  DELETE FROM scan_quarters WHERE at >= first AND at < after AND (account IS NULL OR subject = ANY (codes || owners));
  DELETE FROM scan_facets WHERE at >= first AND at < after AND (account IS NULL OR subject = ANY (codes || owners));
  DELETE FROM scan_breakdowns WHERE at >= first AND at < after AND (account IS NULL OR subject = ANY (codes || owners));
  -- Closing the days below packs them.
  INSERT INTO scan_quarters (subject, at, scans, uniques)
  SELECT subject, date_bin('15 minutes', at, first), count(*), count(*) FILTER (WHERE is_unique)
  FROM scan_rows
  JOIN (
    SELECT code_id, code_id AS subject FROM scan_counters
    UNION ALL
    SELECT code_id, subject FROM scan_codes JOIN scan_owners USING (user_id)
  ) AS subjects USING (code_id)
  WHERE at >= first AND at < after AND kind = 'person' AND (account IS NULL OR code_id = ANY (codes))
  GROUP BY 1, 2;
  SELECT * INTO closing FROM scan_closing;
  FOR closed IN
    SELECT DISTINCT date_trunc('hour', at, 'UTC') FROM scan_rows
    WHERE at >= first AND at < least(after, closing.hours_until) AND (account IS NULL OR code_id = ANY (codes))
  LOOP
    PERFORM scan_close_busy(60, closed, CASE WHEN account IS NOT NULL THEN codes END);
  END LOOP;
  FOR closed IN
    SELECT DISTINCT date_trunc('day', at, 'UTC') FROM scan_rows
    WHERE at >= first AND at < least(after, closing.days_until) AND (account IS NULL OR code_id = ANY (codes))
  LOOP
    PERFORM scan_close_codes(codes, closed);
    PERFORM scan_close_owners(owners, closed);
  END LOOP;
  IF closing.days_until >= first AND closing.days_until < after THEN
    -- The day that is being closed, of those whom closing has passed.
    PERFORM scan_close_codes(
      ARRAY(SELECT code FROM unnest(codes) AS code WHERE code <= closing.codes_after), closing.days_until
    );
    PERFORM scan_close_owners(
      ARRAY(SELECT owner FROM unnest(owners) AS owner WHERE owner <= closing.owners_after), closing.days_until
    );
  END IF;
  INSERT INTO scan_facets (subject, grain, at, facets)
  WITH counted AS (
    SELECT subject, grain, date_bin(width, at, first) AS at, dimension, value,
      count(*) AS scans, count(*) FILTER (WHERE is_unique) AS uniques
    FROM scan_rows
    JOIN (
      SELECT code_id, code_id AS subject, NULL AS code FROM scan_counters
      UNION ALL
      SELECT code_id, subject, code_id::text FROM scan_codes JOIN scan_owners USING (user_id)
    ) AS subjects USING (code_id)
    CROSS JOIN (VALUES ('quarter', interval '15 minutes'), ('day', interval '1 day')) AS grains (grain, width)
    CROSS JOIN LATERAL (VALUES
      ('country', country), ('device', device), ('system', system), ('browser', browser),
      ('referrer', CASE WHEN referrer = '*' THEN '*' ELSE coalesce(substring(referrer FROM '^https?://([^/]+)'), '') END),
      ('language', lower(split_part(language, '-', 1))), ('code', code),
      ('kind', CASE WHEN kind <> 'person' THEN kind WHEN is_repeat THEN 'repeat' END)
    ) AS facet (dimension, value)
    WHERE at >= first AND at < after AND is_summed AND value IS NOT NULL AND (kind = 'person' OR dimension = 'kind')
      AND (account IS NULL OR code_id = ANY (codes))
    GROUP BY 1, 2, 3, 4, 5
  ), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY subject, grain, at, dimension ORDER BY scans DESC, value) AS rank
    FROM counted
  ), named AS (
    SELECT subject, grain, at, dimension || ':' || CASE WHEN rank <= 200 THEN value ELSE '*' END AS key,
      sum(scans) AS scans, sum(uniques) AS uniques
    FROM ranked
    GROUP BY 1, 2, 3, 4
  )
  SELECT subject, grain, at, jsonb_object_agg(key, jsonb_build_array(scans, uniques)) FROM named GROUP BY 1, 2, 3;
END
$$;
--> statement-breakpoint
-- Makes the counters again from the roll-ups, which outlast the log: all, or those of one account and its codes.
CREATE OR REPLACE FUNCTION scan_recompute_counters(account text DEFAULT NULL) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  LOCK TABLE scan_batches IN SHARE ROW EXCLUSIVE MODE;
  UPDATE scan_counters SET scans = coalesce((SELECT sum(q.scans) FROM scan_quarter_rows q WHERE subject = code_id), 0)
  WHERE account IS NULL OR code_id IN (SELECT code_id FROM scan_codes WHERE user_id = account);
  UPDATE scan_owners o SET scans = coalesce((SELECT sum(q.scans) FROM scan_quarter_rows q WHERE q.subject = o.subject), 0)
  WHERE account IS NULL OR user_id = account;
END
$$;
