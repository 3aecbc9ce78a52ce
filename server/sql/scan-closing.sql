-- Revision 5
-- Breakdowns of the scan log, made from it when an hour or a day is over.

-- The scans of each `dimension:value` from a moment to before another, of the log or a table like it. The
-- code at a place of one list counts for the subject at that place of the other: for itself, or for its owner.
-- Planned for the codes and the time it is called with: one code is read by the index on code and time, and compiling the
-- plan (jit) takes longer than running it.
CREATE OR REPLACE FUNCTION scan_log_breakdowns(
  codes uuid[], subjects uuid[], begins timestamptz, ends timestamptz, source text DEFAULT 'scan_log'
)
RETURNS TABLE (subject uuid, key text, scans bigint, uniques bigint) LANGUAGE plpgsql STABLE ROWS 100
SET jit = off AS $$
BEGIN
  RETURN QUERY EXECUTE format($counts$
  SELECT subject,
    CASE 0
      WHEN grouping(country) THEN 'country:' || country
      WHEN grouping(device) THEN 'device:' || device
      WHEN grouping(system) THEN 'system:' || system
      WHEN grouping(browser) THEN 'browser:' || browser
      WHEN grouping(referrer) THEN 'referrer:' || referrer
      WHEN grouping(language) THEN 'language:' || language
      WHEN grouping(code) THEN 'code:' || code
      ELSE 'kind:' || kind
    END,
    CASE grouping(kind) WHEN 0 THEN count(*) ELSE count(*) FILTER (WHERE is_person) END,
    count(*) FILTER (WHERE is_unique)
  FROM (
    SELECT subject, country, device, system, browser,
      CASE WHEN referrer IN ('', '*') THEN referrer
        ELSE coalesce(substring(referrer FROM '^https?://([^/]+)'), '') END AS referrer,
      lower(split_part(language, '-', 1)) AS language,
      CASE WHEN subject <> code_id THEN code_id END AS code,
      CASE WHEN kind <> 'person' THEN kind WHEN is_repeat THEN 'repeat' END AS kind,
      kind = 'person' AS is_person, is_unique
    FROM (
      -- As the view scan_rows, which no index on codes leads into.
      SELECT code_id, subject, country.value AS country, device, system, browser, referrer.value AS referrer,
        language.value AS language, (ARRAY['person', 'bot', 'preview', 'prefetch', 'head'])[log.kind + 1] AS kind,
        flags & 2 <> 0 AS is_repeat, flags & 1 <> 0 AS is_unique
      FROM unnest($1, $2) AS counted (code_id, subject)
      JOIN scan_code_numbers USING (code_id)
      JOIN %I AS log USING (code)
      LEFT JOIN scan_countries AS country ON country.id = log.country
      LEFT JOIN scan_agents AS agent ON agent.id = log.agent
      LEFT JOIN scan_referrers AS referrer ON referrer.id = log.referrer
      LEFT JOIN scan_languages AS language ON language.id = log.language
      WHERE log.code = ANY (ARRAY(SELECT number.code FROM scan_code_numbers AS number WHERE number.code_id = ANY ($1)))
        AND at >= $3 AND at < $4
    ) AS found
  ) AS log
  GROUP BY GROUPING SETS (
    (subject, country), (subject, device), (subject, system), (subject, browser), (subject, referrer), (subject, language),
    (subject, code), (subject, kind)
  )
  HAVING CASE 0
    WHEN grouping(code) THEN code IS NOT NULL AND bool_or(is_person)
    WHEN grouping(kind) THEN kind IS NOT NULL
    ELSE bool_or(is_person)
  END
  $counts$, source) USING codes, subjects, begins, ends;
  -- A statement of its own: as one more grouping set it would make the closing of codes without rules a quarter dearer.
  -- The numbers are of one code, so an owner has none.
  RETURN QUERY EXECUTE format($outcomes$
  SELECT code_id, 'outcome:' || (flags >> 4), count(*), count(*) FILTER (WHERE flags & 1 <> 0)
  FROM unnest($1, $2) AS counted (code_id, subject)
  JOIN scan_code_numbers USING (code_id)
  JOIN %I AS log USING (code)
  WHERE code_id = subject AND kind = 0 AND flags > 15 AND at >= $3 AND at < $4
    AND log.code = ANY (ARRAY(
      SELECT number.code FROM scan_code_numbers AS number JOIN user_codes AS ruled ON ruled.id = number.code_id
      WHERE number.code_id = ANY ($1) AND ruled.rules IS NOT NULL
    ))
  GROUP BY code_id, flags >> 4
  $outcomes$, source) USING codes, subjects, begins, ends;
END
$$;
--> statement-breakpoint
-- Each key once, in order, with its sums. At most 200 values of a dimension are named, those scanned most; the rest is
-- `dimension:*`, so that visitors who make referrers up cannot make a row grow without end.
CREATE OR REPLACE FUNCTION scan_sum_keys(INOUT keys text[], INOUT scans integer[], INOUT uniques integer[])
LANGUAGE sql IMMUTABLE AS $$
  WITH sums AS (
    SELECT key, split_part(key, ':', 1) AS dimension, sum(counted) AS counted, sum(new) AS new
    FROM unnest(keys, scans, uniques) AS each (key, counted, new)
    GROUP BY key
  ), ranked AS (
    SELECT *, key = dimension || ':*' AS is_rest,
      row_number() OVER (PARTITION BY dimension, key = dimension || ':*' ORDER BY counted DESC, key) AS rank
    FROM sums
  ), named AS (
    SELECT CASE WHEN is_rest OR rank > 200 THEN dimension || ':*' ELSE key END AS key,
      sum(counted)::integer AS counted, sum(new)::integer AS new
    FROM ranked
    GROUP BY 1
  )
  SELECT array_agg(key ORDER BY key COLLATE "C"), array_agg(counted ORDER BY key COLLATE "C"),
    array_agg(new ORDER BY key COLLATE "C")
  FROM named
$$;
--> statement-breakpoint
-- The breakdowns of some codes or owners, of so many minutes from a moment on, as the log or a table like it has them.
CREATE OR REPLACE FUNCTION scan_made_breakdowns(
  codes uuid[], subjects uuid[], length integer, begins timestamptz, source text DEFAULT 'scan_log'
)
RETURNS TABLE (subject uuid, keys text[], scans integer[], uniques integer[]) LANGUAGE sql STABLE AS $$
  SELECT subject, kept.keys, kept.scans, kept.uniques
  FROM (
    SELECT subject, array_agg(key ORDER BY key COLLATE "C") AS keys,
      array_agg(scans::integer ORDER BY key COLLATE "C") AS scans,
      array_agg(uniques::integer ORDER BY key COLLATE "C") AS uniques
    FROM scan_log_breakdowns(codes, subjects, begins, begins + make_interval(mins => length), source)
    GROUP BY subject
  ) AS sums
  CROSS JOIN LATERAL (
    SELECT sums.keys, sums.scans, sums.uniques WHERE cardinality(sums.keys) <= 200
    UNION ALL
    SELECT * FROM scan_sum_keys(sums.keys, sums.scans, sums.uniques) WHERE cardinality(sums.keys) > 200
  ) AS kept
$$;
--> statement-breakpoint
-- Where the log was not restored, a day has its quarters of an hour alone.
CREATE OR REPLACE FUNCTION scan_close_codes(codes uuid[], day timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO scan_breakdowns (subject, minutes, at, keys, scans, uniques, quarters)
  SELECT subject, 1440, day, coalesce(keys, '{}'), coalesce(scans, '{}'), coalesce(uniques, '{}'), quarters
  FROM scan_made_breakdowns(codes, codes, 1440, day) FULL JOIN scan_take_quarters(codes, day) USING (subject)
$$;
--> statement-breakpoint
-- A day of some owners, from the days of their codes.
CREATE OR REPLACE FUNCTION scan_close_owners(owners uuid[], day timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO scan_breakdowns (subject, minutes, at, keys, scans, uniques, quarters)
  SELECT subject, 1440, day, coalesce(kept.keys, '{}'), coalesce(kept.scans, '{}'), coalesce(kept.uniques, '{}'), quarters
  FROM (
    SELECT subject, array_agg(key) AS keys, array_agg(counted::integer) AS scans, array_agg(new::integer) AS uniques
    FROM (
      SELECT owner.subject, each.key, sum(counted) AS counted, sum(new) AS new
      FROM scan_owners AS owner
      JOIN scan_codes USING (user_id)
      JOIN scan_breakdowns AS made ON made.subject = code_id AND made.minutes = 1440 AND made.at = day
      CROSS JOIN LATERAL (
        SELECT key, counted, new FROM unnest(made.keys, made.scans, made.uniques) AS one (key, counted, new)
        WHERE key NOT LIKE 'outcome:%'
        UNION ALL
        -- Each scan by a person has a country, if only an unknown one.
        SELECT 'code:' || code_id, sum(counted), sum(new)
        FROM unnest(made.keys, made.scans, made.uniques) AS one (key, counted, new)
        WHERE key LIKE 'country:%'
        HAVING count(*) > 0
      ) AS each
      WHERE owner.subject = ANY (owners)
      GROUP BY owner.subject, each.key
    ) AS sums
    GROUP BY subject
  ) AS sums
  CROSS JOIN LATERAL scan_sum_keys(sums.keys, sums.scans, sums.uniques) AS kept
  FULL JOIN scan_take_quarters(owners, day) USING (subject)
$$;
--> statement-breakpoint
-- So many minutes of those codes and owners that had many scans in them. Of the others they are read from the log: a row
-- of theirs would cost more than the scans themselves. With an hour its parts go: what had many scans in one of them has
-- many in the hour. `among` are all codes of some owners; null for everybody's.
CREATE OR REPLACE FUNCTION scan_close_busy(length integer, begins timestamptz, among uuid[] DEFAULT NULL)
RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  ends timestamptz := begins + make_interval(mins => length);
  codes uuid[];
  subjects uuid[];
BEGIN
  WITH counts AS (
    SELECT code_id, count(*) AS scans FROM scan_rows
    WHERE at >= begins AND at < ends AND (among IS NULL OR code_id = ANY (among))
    GROUP BY code_id
  ), named AS (
    SELECT code_id, code_id AS subject, scans FROM counts
    UNION ALL
    SELECT code_id, subject, counts.scans FROM counts JOIN scan_codes USING (code_id) JOIN scan_owners USING (user_id)
  ), busy AS (
    SELECT code_id, subject, sum(scans) OVER (PARTITION BY subject) >= 250 AS is_busy FROM named
  )
  SELECT array_agg(code_id), array_agg(subject) INTO codes, subjects FROM busy WHERE is_busy;
  INSERT INTO scan_breakdowns (subject, minutes, at, keys, scans, uniques)
  SELECT subject, length, begins, keys, scans, uniques FROM scan_made_breakdowns(codes, subjects, length, begins);
  IF length = 60 THEN
    DELETE FROM scan_breakdowns WHERE subject = ANY (subjects) AND minutes = 5 AND at >= begins AND at < ends;
  END IF;
END
$$;
--> statement-breakpoint
-- The time of the first scan from a moment to before another; null without any. Planned for that time: a plan for any time
-- locks all days of the log.
CREATE OR REPLACE FUNCTION scan_first_at(begins timestamptz, ends timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN (SELECT min(at) FROM scan_log WHERE at >= begins AND at < ends);
END
$$;
--> statement-breakpoint
-- Makes the newest closed day again that codes moved from or to some owners with; false when there is none. Called amid a
-- step of closing. What is left of the log is not asked: the days of the codes outlive it.
CREATE OR REPLACE FUNCTION scan_remake_next(owners_at_once integer) RETURNS boolean LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  remade timestamptz := (SELECT max(day) FROM scan_owner_days);
  owners uuid[] := ARRAY(SELECT subject FROM scan_owner_days WHERE day = remade ORDER BY subject LIMIT owners_at_once);
BEGIN
  IF remade IS NULL THEN RETURN false; END IF;
  DELETE FROM scan_owner_days WHERE day = remade AND subject = ANY (owners);
  WITH gone AS (
    DELETE FROM scan_breakdowns WHERE subject = ANY (owners) AND minutes = 1440 AND at = remade
    RETURNING subject, quarters
  )
  INSERT INTO scan_quarters AS kept (subject, at, scans, uniques)
  SELECT subject, remade + (quarter & 127) * interval '15 minutes', quarter >> 35, quarter >> 7 & 268435455
  FROM gone CROSS JOIN LATERAL unnest(quarters) AS quarter
  ON CONFLICT (subject, at) DO UPDATE SET scans = kept.scans + excluded.scans, uniques = kept.uniques + excluded.uniques;
  DELETE FROM scan_quarters WHERE subject = ANY (owners) AND scans = 0 AND uniques = 0;
  PERFORM scan_close_owners(owners, remade);
  RETURN true;
END
$$;
--> statement-breakpoint
-- Does the next step of closing: five minutes, an hour, a day of some codes or owners, a closed day of owners between whom
-- codes moved, or a look at as many quarters of an hour as codes, whether their day is closed. Returns which, null when there is none.
-- Only scans before `until` are closed. A fold takes the same lock: it adds scans that came later to what is closed, and
-- leaves the rest to the log, where a later step finds them.
CREATE OR REPLACE FUNCTION scan_close_next(until timestamptz, codes_at_once integer, owners_at_once integer)
RETURNS text LANGUAGE plpgsql SET jit = off AS $$
DECLARE
  last_subject constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  closing scan_closing;
  next_at timestamptz;
  chunk uuid[];
BEGIN
  LOCK TABLE scan_closing IN SHARE ROW EXCLUSIVE MODE;
  SELECT * INTO closing FROM scan_closing;
  -- Before the first scan.
  IF NOT FOUND THEN RETURN NULL; END IF;
  next_at := date_bin('5 minutes', scan_first_at(
    greatest(closing.parts_until, closing.hours_until, date_trunc('hour', until, 'UTC')), until
  ), '2000-01-01Z');
  IF next_at IS NOT NULL THEN
    PERFORM scan_close_busy(5, next_at);
    UPDATE scan_closing SET parts_until = next_at + interval '5 minutes';
    RETURN 'part';
  END IF;
  next_at := date_trunc('hour', scan_first_at(closing.hours_until, date_trunc('hour', until, 'UTC')), 'UTC');
  IF next_at IS NOT NULL THEN
    PERFORM scan_close_busy(60, next_at);
    UPDATE scan_closing SET hours_until = next_at + interval '1 hour';
    RETURN 'hour';
  END IF;
  IF closing.codes_after <> last_subject THEN
    next_at := closing.days_until;
    IF closing.codes_after = '00000000-0000-0000-0000-000000000000' THEN
      -- Only days that are over: the rows of today are not looked through each time.
      next_at := date_trunc('day', scan_first_at(closing.days_until, date_trunc('day', until, 'UTC')), 'UTC');
    END IF;
    IF next_at IS NULL THEN
      IF scan_remake_next(owners_at_once) THEN RETURN 'remade'; END IF;
      IF closing.packed_until IS DISTINCT FROM closing.days_until THEN
        RETURN CASE WHEN scan_pack_next(closing, codes_at_once) THEN 'quarters' END;
      END IF;
      RETURN NULL;
    END IF;
    chunk := ARRAY(
      SELECT code_id FROM scan_counters WHERE code_id > closing.codes_after ORDER BY code_id LIMIT codes_at_once
    );
    PERFORM scan_close_codes(chunk, next_at);
    UPDATE scan_closing SET days_until = next_at, codes_after = coalesce(chunk[codes_at_once], last_subject);
    RETURN 'codes';
  END IF;
  chunk := ARRAY(
    SELECT subject FROM scan_owners WHERE subject > closing.owners_after ORDER BY subject LIMIT owners_at_once
  );
  PERFORM scan_close_owners(chunk, closing.days_until);
  IF cardinality(chunk) = owners_at_once THEN
    UPDATE scan_closing SET owners_after = chunk[owners_at_once];
  ELSE
    UPDATE scan_closing
    SET days_until = days_until + interval '1 day', codes_after = DEFAULT, owners_after = DEFAULT;
  END IF;
  RETURN 'owners';
END
$$;
