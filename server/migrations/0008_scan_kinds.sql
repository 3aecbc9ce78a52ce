-- What was not counted moves from the quarters, which a chart reads by the ten thousand, to the facets.
ALTER TABLE "scan_quarters" DROP COLUMN "repeats";
--> statement-breakpoint
ALTER TABLE "scan_quarters" DROP COLUMN "bots";
--> statement-breakpoint
ALTER TABLE "scan_quarters" DROP COLUMN "previews";
--> statement-breakpoint
ALTER TABLE "scan_quarters" DROP COLUMN "prefetches";
--> statement-breakpoint
ALTER TABLE "scan_quarters" DROP COLUMN "heads";
--> statement-breakpoint
DELETE FROM "scan_quarters" WHERE "scans" = 0;
--> statement-breakpoint
-- Makes the roll-ups of a UTC month again from the log, if that month is still in it. Movers wait meanwhile: their first step is the batch's id.
CREATE OR REPLACE FUNCTION "scan_recompute_month"("day" date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first timestamptz := date_trunc('month', day)::timestamp AT TIME ZONE 'UTC';
  after timestamptz := (date_trunc('month', day) + interval '1 month')::timestamp AT TIME ZONE 'UTC';
BEGIN
  IF to_regclass('public.scans_' || to_char(day, 'YYYY_MM')) IS NULL THEN
    RETURN;
  END IF;
  LOCK TABLE scan_batches IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO scan_owners (user_id) SELECT DISTINCT user_id FROM scan_codes ON CONFLICT DO NOTHING;
  DELETE FROM scan_quarters WHERE at >= first AND at < after;
  DELETE FROM scan_facets WHERE at >= first AND at < after;
  INSERT INTO scan_quarters (subject, at, scans, uniques)
  SELECT subject, date_bin('15 minutes', at, first), count(*), count(*) FILTER (WHERE is_unique)
  FROM scans
  JOIN (
    SELECT code_id, code_id AS subject FROM scan_counters
    UNION ALL
    SELECT code_id, subject FROM scan_codes JOIN scan_owners USING (user_id)
  ) AS subjects USING (code_id)
  WHERE at >= first AND at < after AND kind = 'person'
  GROUP BY 1, 2;
  INSERT INTO scan_facets (subject, grain, at, facets)
  WITH counted AS (
    SELECT subject, grain, date_bin(width, at, first) AS at, dimension, value,
      count(*) AS scans, count(*) FILTER (WHERE is_unique) AS uniques
    FROM scans
    JOIN (
      SELECT code_id, code_id AS subject, NULL AS code FROM scan_counters
      UNION ALL
      SELECT code_id, subject, code_id::text FROM scan_codes JOIN scan_owners USING (user_id)
    ) AS subjects USING (code_id)
    CROSS JOIN (VALUES ('quarter', interval '15 minutes'), ('day', interval '1 day')) AS grains (grain, width)
    CROSS JOIN LATERAL (VALUES
      ('country', coalesce(country, '')), ('device', device), ('system', system), ('browser', browser),
      ('referrer', coalesce(substring(referrer FROM '^https?://([^/]+)'), '')),
      ('language', lower(split_part(language, '-', 1))), ('code', code),
      ('kind', CASE WHEN kind <> 'person' THEN kind WHEN is_repeat THEN 'repeat' END)
    ) AS facet (dimension, value)
    WHERE at >= first AND at < after AND value IS NOT NULL AND (kind = 'person' OR dimension = 'kind')
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
DO $$
DECLARE
  month date;
BEGIN
  FOR month IN SELECT DISTINCT date_trunc('month', "at" AT TIME ZONE 'UTC')::date FROM "scans" LOOP
    PERFORM "scan_recompute_month"(month);
  END LOOP;
END
$$;
