-- Revision 2
-- Partitions of the scan log, and its roll-ups.

-- A month of the breakdowns. Waits for others at the table: unlike an advisory lock, that also learns what they made
-- meanwhile.
CREATE OR REPLACE FUNCTION scan_ensure_month(day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first date := date_trunc('month', day);
  partition text := 'scan_breakdowns_' || to_char(first, 'YYYY_MM');
BEGIN
  IF to_regclass('public.' || partition) IS NOT NULL THEN
    RETURN;
  END IF;
  LOCK TABLE ONLY scan_breakdowns IN SHARE UPDATE EXCLUSIVE MODE;
  IF to_regclass('public.' || partition) IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE scan_breakdowns INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition);
    EXECUTE format('ALTER TABLE scan_breakdowns ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      partition, first::timestamp AT TIME ZONE 'UTC', (first + interval '1 month')::timestamp AT TIME ZONE 'UTC');
  END IF;
END
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
-- Makes the roll-ups of a UTC month again from the log, as far as that month is still whole in it: those of all codes, or
-- of one account and its codes. Folds and closing wait meanwhile.
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
    WHERE inhparent = 'scan_log'::regclass AND inhrelid::regclass::text ~ ('^scan_log_' || to_char(month, 'YYYY_MM'))
  ) THEN
    RETURN;
  END IF;
  LOCK TABLE scan_closing IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO scan_owners (user_id)
  SELECT DISTINCT user_id FROM scan_codes WHERE account IS NULL OR user_id = account ON CONFLICT DO NOTHING;
  codes := ARRAY(
    SELECT code_id FROM scan_counters
    WHERE account IS NULL OR code_id IN (SELECT code_id FROM scan_codes WHERE user_id = account)
  );
  owners := ARRAY(SELECT subject FROM scan_owners WHERE account IS NULL OR user_id = account);
  DELETE FROM scan_quarters WHERE at >= first AND at < after AND (account IS NULL OR subject = ANY (codes || owners));
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
END
$$;
--> statement-breakpoint
-- Makes the counters again from the roll-ups, which outlast the log: all, or those of one account and its codes.
CREATE OR REPLACE FUNCTION scan_recompute_counters(account text DEFAULT NULL) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  LOCK TABLE scan_closing IN SHARE ROW EXCLUSIVE MODE;
  UPDATE scan_counters SET scans = coalesce((SELECT sum(q.scans) FROM scan_quarter_rows q WHERE subject = code_id), 0)
  WHERE account IS NULL OR code_id IN (SELECT code_id FROM scan_codes WHERE user_id = account);
  UPDATE scan_owners o SET scans = coalesce((SELECT sum(q.scans) FROM scan_quarter_rows q WHERE q.subject = o.subject), 0)
  WHERE account IS NULL OR user_id = account;
END
$$;
