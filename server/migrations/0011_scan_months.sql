-- Waits for others at the log's own table: unlike an advisory lock, that also learns what they made meanwhile.
CREATE OR REPLACE FUNCTION "scan_ensure_month"("day" date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first date := date_trunc('month', day);
  after date := first + interval '1 month';
  suffix text := to_char(first, 'YYYY_MM');
BEGIN
  IF to_regclass('public.scans_' || suffix) IS NOT NULL AND to_regclass('public.scan_visitors_' || suffix) IS NOT NULL THEN
    RETURN;
  END IF;
  LOCK TABLE scans IN SHARE UPDATE EXCLUSIVE MODE;
  IF to_regclass('public.scans_' || suffix) IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE scans INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', 'scans_' || suffix);
    EXECUTE format('ALTER TABLE scans ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      'scans_' || suffix, first::timestamp AT TIME ZONE 'UTC', after::timestamp AT TIME ZONE 'UTC');
  END IF;
  IF to_regclass('public.scan_visitors_' || suffix) IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE scan_visitors INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', 'scan_visitors_' || suffix);
    EXECUTE format('ALTER TABLE scan_visitors ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      'scan_visitors_' || suffix, first, after);
  END IF;
END
$$;
