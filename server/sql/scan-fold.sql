-- Revision 2
-- Takes scans out of the inbox into the log, and adds them up.

-- The UTC day of any row of the inbox, and at most so many rows of that day: decides which are unique visitors and which
-- repeats, stores them in the log, and adds them to counters, quarters of an hour and breakdowns that are made. Returns how
-- many rows it took, 0 from an empty inbox, null while somebody else folds; and the codes that people scanned.
-- Plans must not depend on how many rows a table had when it was last analysed, if ever: so rows of other tables are looked
-- up by their keys, one by one and never by a sequential scan; the log is named by the partition of the day; and visitors are
-- compared as rows that begin with the visitor, which the index on code and time, with all visitors of a code, cannot serve.
CREATE OR REPLACE FUNCTION scan_fold(most integer, OUT taken integer, OUT counted uuid[])
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET jit = off SET enable_seqscan = off SET scanleaf.ranks = 'later' AS $$
DECLARE
  day timestamptz;
  partition text;
  closing scan_closing;
  sealed integer[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('scan_fold')) THEN RETURN; END IF;
  -- In turn with steps of closing, erasing, archiving and recounting.
  LOCK TABLE scan_closing IN SHARE ROW EXCLUSIVE MODE;
  day := (SELECT date_trunc('day', at, 'UTC') FROM scan_inbox LIMIT 1);
  counted := '{}';
  taken := 0;
  IF day IS NULL THEN RETURN; END IF;
  PERFORM scan_ensure_month((day AT TIME ZONE 'UTC')::date), scan_ensure_day((day AT TIME ZONE 'UTC')::date);
  partition := 'scan_log_' || to_char(day AT TIME ZONE 'UTC', 'YYYY_MM_DD');
  SELECT * INTO closing FROM scan_closing;
  IF NOT FOUND THEN INSERT INTO scan_closing DEFAULT VALUES RETURNING * INTO closing; END IF;
  -- By it earlier scans of a visitor are found. What comes for a day that was closed long ago is too little for an index, and
  -- is looked for among all scans of the code.
  IF day >= closing.days_until - interval '3 days' AND to_regclass('public.' || partition || '_visitor') IS NULL THEN
    EXECUTE format('CREATE INDEX %I ON %I (visitor, code, at) WHERE kind = 0', partition || '_visitor', partition);
  END IF;
  IF to_regclass('pg_temp.scan_sums') IS NULL THEN
    CREATE TEMPORARY TABLE scan_sums (
      code integer, code_id uuid, user_id text, at timestamptz, taken integer, scans integer, uniques integer
    ) ON COMMIT DELETE ROWS;
    CREATE TEMPORARY TABLE scan_late (LIKE scan_log) ON COMMIT DELETE ROWS;
  END IF;
  EXECUTE format($fold$
    WITH taken AS (
      DELETE FROM scan_inbox WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM scan_inbox WHERE at >= $1 AND at < $1 + interval '1 day' LIMIT $2
      )) RETURNING *
    ), marked AS (
      SELECT taken.*, is_known, row_number() OVER visits AS place,
        taken.at - lag(taken.at) OVER visits <= interval '5 seconds' AS is_soon
      FROM taken LEFT JOIN LATERAL (
        SELECT true AS is_known FROM %1$I AS log
        WHERE log.kind = 0 AND (log.visitor, log.code) >= (taken.visitor, taken.code)
          AND (log.visitor, log.code) <= (taken.visitor, taken.code) %2$s
        LIMIT 1
      ) AS seen ON taken.kind = 0
      WINDOW visits AS (PARTITION BY code, visitor, kind = 0 ORDER BY taken.at)
    ), stored AS (
      INSERT INTO %1$I (at, visitor, code, agent, referrer, language, country, kind, flags)
      SELECT at, visitor, code, agent, referrer, language, country, kind, flags
        + CASE WHEN kind = 0 AND place = 1 AND is_known IS NULL THEN 1 ELSE 0 END
        + CASE WHEN kind = 0 AND (is_soon OR is_known AND EXISTS (
            SELECT FROM %1$I AS log
            WHERE log.kind = 0
              AND (log.visitor, log.code, log.at) >= (taken.visitor, taken.code, taken.at - interval '5 seconds')
              AND (log.visitor, log.code, log.at) <= (taken.visitor, taken.code, taken.at + interval '5 seconds') %2$s
          )) THEN 2 ELSE 0 END
      FROM marked AS taken
      RETURNING *
    ), late AS (
      INSERT INTO scan_late SELECT * FROM stored WHERE at < $3
    )
    INSERT INTO scan_sums
    SELECT code, code_id, (SELECT user_id FROM scan_codes AS owned WHERE owned.code_id = named.code_id), at, taken, scans, uniques
    FROM (
      SELECT (SELECT code_id FROM scan_code_numbers AS number WHERE number.code = sums.code) AS code_id, sums.*
      FROM (
        SELECT code, date_bin('15 minutes', at, '2000-01-01Z') AS at, count(*) AS taken,
          count(*) FILTER (WHERE kind = 0) AS scans, count(*) FILTER (WHERE flags & 1 <> 0) AS uniques
        FROM stored GROUP BY 1, 2
      ) AS sums
      OFFSET 0
    ) AS named
  $fold$,
    partition, CASE WHEN to_regclass('public.' || partition || '_visitor') IS NULL THEN 'AND log.code = taken.code' ELSE '' END
  ) USING day, most, greatest(
    closing.parts_until, closing.hours_until,
    closing.days_until + CASE WHEN closing.codes_after = '00000000-0000-0000-0000-000000000000' THEN 0 ELSE 1 END * interval '1 day'
  );
  taken := (SELECT coalesce(sum(sums.taken), 0) FROM scan_sums AS sums);
  sealed := ARRAY(
    SELECT code FROM scan_sums AS sums
    WHERE code_id IS NULL OR (SELECT sealed_at FROM scan_owners AS owner WHERE owner.user_id = sums.user_id) IS NOT NULL
  );
  IF cardinality(sealed) > 0 THEN
    -- Of an account that is being deleted nothing is kept, and nothing of a code that a failover lost: no fold would end
    -- while its rows are there. Rows of earlier folds are left to whoever erases them.
    EXECUTE format('DELETE FROM %I WHERE code = ANY ($1) AND xmin = pg_current_xact_id()::xid', partition) USING sealed;
    DELETE FROM scan_late WHERE code = ANY (sealed);
    DELETE FROM scan_sums WHERE code = ANY (sealed);
  END IF;
  INSERT INTO scan_counters AS kept (code_id, scans)
  SELECT code_id, sum(scans) FROM scan_sums GROUP BY 1 HAVING sum(scans) > 0 ORDER BY 1
  ON CONFLICT (code_id) DO UPDATE SET scans = kept.scans + excluded.scans;
  INSERT INTO scan_quarters AS kept (subject, at, scans, uniques)
  SELECT code_id, at, scans, uniques FROM scan_sums WHERE scans > 0 ORDER BY 1, 2
  ON CONFLICT (subject, at) DO UPDATE SET scans = kept.scans + excluded.scans, uniques = kept.uniques + excluded.uniques;
  INSERT INTO scan_owners AS kept (user_id, scans)
  SELECT user_id, sum(scans) FROM scan_sums WHERE user_id IS NOT NULL GROUP BY 1 ORDER BY 1
  ON CONFLICT (user_id) DO UPDATE SET scans = kept.scans + excluded.scans;
  INSERT INTO scan_quarters AS kept (subject, at, scans, uniques)
  SELECT (SELECT subject FROM scan_owners AS owner WHERE owner.user_id = sums.user_id), at, scans, uniques
  FROM (
    SELECT user_id, at, sum(scans) AS scans, sum(uniques) AS uniques FROM scan_sums
    WHERE user_id IS NOT NULL GROUP BY 1, 2 HAVING sum(scans) > 0
  ) AS sums
  ORDER BY 1, 2
  ON CONFLICT (subject, at) DO UPDATE SET scans = kept.scans + excluded.scans, uniques = kept.uniques + excluded.uniques;
  IF EXISTS (SELECT FROM scan_late) THEN PERFORM scan_add_late(closing); END IF;
  counted := ARRAY(SELECT DISTINCT code_id FROM scan_sums WHERE scans > 0);
  IF cardinality(counted) > 0 THEN PERFORM pg_notify('scans_counted', ''); END IF;
END
$$;
--> statement-breakpoint
-- Adds the late scans of a fold to the breakdowns that are made. A shorter time than a day without a row is read from the
-- log, so nothing is added to it.
CREATE OR REPLACE FUNCTION scan_add_late(closing scan_closing) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET enable_seqscan = on AS $$
DECLARE
  length integer;
  begins timestamptz;
  codes uuid[];
  subjects uuid[];
BEGIN
  FOR length, begins IN
    SELECT DISTINCT minutes, date_bin(make_interval(mins => minutes), at, '2000-01-01Z') FROM scan_late
    CROSS JOIN (VALUES (5, closing.parts_until), (60, closing.hours_until), (1440, closing.days_until + interval '1 day'))
      AS lengths (minutes, until)
    WHERE at < until
  LOOP
    SELECT array_agg(code_id), array_agg(subject) INTO codes, subjects
    FROM (
      SELECT DISTINCT code_id, code_id AS subject, closing.codes_after AS done FROM scan_sums
      UNION ALL
      SELECT code_id, (SELECT subject FROM scan_owners AS owner WHERE owner.user_id = sums.user_id), closing.owners_after
      FROM (SELECT DISTINCT code_id, user_id FROM scan_sums WHERE user_id IS NOT NULL) AS sums
    ) AS named
    WHERE CASE length
      WHEN 1440 THEN begins < closing.days_until OR subject <= done
      ELSE EXISTS (
        SELECT FROM scan_breakdowns AS made WHERE made.subject = named.subject AND made.minutes = length AND made.at = begins
      )
    END;
    CONTINUE WHEN codes IS NULL;
    INSERT INTO scan_breakdowns AS kept (subject, minutes, at, keys, scans, uniques)
    SELECT subject, length, begins, keys, scans, uniques
    FROM scan_made_breakdowns(codes, subjects, length, begins, 'scan_late')
    ON CONFLICT (subject, minutes, at) DO UPDATE SET (keys, scans, uniques) = (
      SELECT * FROM scan_sum_keys(kept.keys || excluded.keys, kept.scans || excluded.scans, kept.uniques || excluded.uniques)
    );
  END LOOP;
END
$$;
