CREATE TABLE "code_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"target" text NOT NULL,
	"visitor" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "code_reports_once" ON "code_reports" USING btree ("code_id","visitor");
--> statement-breakpoint
CREATE UNIQUE INDEX "code_reports_newest" ON "code_reports" USING btree ("created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE TABLE "scan_owners" (
	"user_id" text PRIMARY KEY NOT NULL,
	"subject" uuid DEFAULT gen_random_uuid() NOT NULL,
	"scans" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "scan_owners_subject_unique" UNIQUE("subject")
);
--> statement-breakpoint
CREATE TABLE "scan_quarters" (
	"subject" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"scans" integer NOT NULL,
	"uniques" integer NOT NULL,
	"repeats" integer NOT NULL,
	"bots" integer NOT NULL,
	"previews" integer NOT NULL,
	"prefetches" integer NOT NULL,
	"heads" integer NOT NULL,
	CONSTRAINT "scan_quarters_subject_at_pk" PRIMARY KEY("subject","at")
);
--> statement-breakpoint
CREATE TABLE "scan_facets" (
	"subject" uuid NOT NULL,
	"grain" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"facets" jsonb NOT NULL,
	CONSTRAINT "scan_facets_subject_grain_at_pk" PRIMARY KEY("subject","grain","at")
);
--> statement-breakpoint
CREATE TABLE "scan_visitors" (
	"code_id" uuid NOT NULL,
	"day" date NOT NULL,
	"visitor" text NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"previous_at" timestamp with time zone,
	CONSTRAINT "scan_visitors_code_id_day_visitor_pk" PRIMARY KEY("code_id","day","visitor")
) PARTITION BY RANGE ("day");
--> statement-breakpoint
-- The log becomes a partitioned table; the rows that are there move over below.
ALTER TABLE "scans" RENAME TO "scans_unpartitioned";
--> statement-breakpoint
ALTER INDEX "scans_pkey" RENAME TO "scans_unpartitioned_pkey";
--> statement-breakpoint
DROP INDEX "scans_code_time";
--> statement-breakpoint
ALTER SEQUENCE "scans_id_seq" RENAME TO "scans_unpartitioned_id_seq";
--> statement-breakpoint
CREATE TABLE "scans" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "scans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"is_unique" boolean DEFAULT false NOT NULL,
	"is_repeat" boolean DEFAULT false NOT NULL,
	"visitor" text NOT NULL,
	"country" text,
	"device" text DEFAULT '' NOT NULL,
	"system" text DEFAULT '' NOT NULL,
	"browser" text DEFAULT '' NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"referrer" text DEFAULT '' NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	CONSTRAINT "scans_at_id_pk" PRIMARY KEY("at","id")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE INDEX "scans_code_time" ON "scans" USING btree ("code_id","at","id");
--> statement-breakpoint
-- Partitions of the log and of its visitors for the UTC month of a day. Attached rather than created in place: that
-- lets others write to the rest meanwhile.
CREATE FUNCTION "scan_ensure_month"("day" date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first date := date_trunc('month', day);
  after date := first + interval '1 month';
  suffix text := to_char(first, 'YYYY_MM');
BEGIN
  IF to_regclass('public.scans_' || suffix) IS NOT NULL AND to_regclass('public.scan_visitors_' || suffix) IS NOT NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(7226532754);
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
--> statement-breakpoint
-- Sum of two sets of `dimension:value` → [scans, uniques]. A set names at most 200 values of a dimension, the rest is
-- `dimension:*`, so that visitors who make referrers up cannot make a row grow without end.
CREATE FUNCTION "scan_add_facets"("kept" jsonb, "added" jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
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
-- What the log may know of codes: it reads this view alone. Deleted codes stay in it, their scans were theirs.
CREATE VIEW "scan_codes" AS
SELECT "id" AS "code_id", "user_id", "dynamic_id", "deleted_at" IS NOT NULL AS "is_deleted"
FROM "user_codes"
WHERE "dynamic_id" IS NOT NULL;
--> statement-breakpoint
CREATE OR REPLACE VIEW "redirect_targets" AS
SELECT
  lower("dynamic_id") AS "key",
  "id" AS "code_id",
  "target",
  "enabled",
  "google_analytics_id",
  "user_id"
FROM "user_codes"
WHERE "dynamic_id" IS NOT NULL AND "deleted_at" IS NULL;
--> statement-breakpoint
-- Verified and enabled domains and whose codes they serve: empty until the feature that keeps domains replaces it.
CREATE VIEW "redirect_domains" AS
SELECT ''::text AS "host", ''::text AS "user_id" WHERE false;
--> statement-breakpoint
-- Makes the roll-ups of a UTC month again from the log, if that month is still in it. Movers wait meanwhile: their first step is the batch's id.
CREATE FUNCTION "scan_recompute_month"("day" date) RETURNS void LANGUAGE plpgsql AS $$
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
  INSERT INTO scan_quarters (subject, at, scans, uniques, repeats, bots, previews, prefetches, heads)
  SELECT subject, date_bin('15 minutes', at, first),
    count(*) FILTER (WHERE kind = 'person'), count(*) FILTER (WHERE is_unique), count(*) FILTER (WHERE is_repeat),
    count(*) FILTER (WHERE kind = 'bot'), count(*) FILTER (WHERE kind = 'preview'),
    count(*) FILTER (WHERE kind = 'prefetch'), count(*) FILTER (WHERE kind = 'head')
  FROM scans
  JOIN (
    SELECT code_id, code_id AS subject FROM scan_counters
    UNION ALL
    SELECT code_id, subject FROM scan_codes JOIN scan_owners USING (user_id)
  ) AS subjects USING (code_id)
  WHERE at >= first AND at < after
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
      ('language', lower(split_part(language, '-', 1))), ('code', code)
    ) AS facet (dimension, value)
    WHERE at >= first AND at < after AND kind = 'person' AND value IS NOT NULL
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
-- Makes the counters again from the roll-ups, which outlast the log.
CREATE FUNCTION "scan_recompute_counters"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE scan_batches IN SHARE ROW EXCLUSIVE MODE;
  UPDATE scan_counters SET scans = coalesce((SELECT sum(q.scans) FROM scan_quarters q WHERE subject = code_id), 0);
  UPDATE scan_owners o SET scans = coalesce((SELECT sum(q.scans) FROM scan_quarters q WHERE q.subject = o.subject), 0);
END
$$;
--> statement-breakpoint
DO $$
DECLARE
  month date;
BEGIN
  FOR month IN SELECT DISTINCT date_trunc('month', "at" AT TIME ZONE 'UTC')::date FROM "scans_unpartitioned" LOOP
    PERFORM "scan_ensure_month"(month);
  END LOOP;
  INSERT INTO "scans" ("id", "code_id", "at", "kind", "is_unique", "visitor", "country", "user_agent", "referrer", "language")
  OVERRIDING SYSTEM VALUE
  SELECT "id", "code_id", "at", "kind",
    "kind" = 'person' AND 1 = row_number() OVER (
      PARTITION BY "code_id", ("at" AT TIME ZONE 'UTC')::date, "visitor", "kind" ORDER BY "at", "id"
    ),
    "visitor", "country", "user_agent", "referrer", "language"
  FROM "scans_unpartitioned";
  INSERT INTO "scan_visitors" ("code_id", "day", "visitor", "last_at")
  SELECT "code_id", ("at" AT TIME ZONE 'UTC')::date, "visitor", max("at")
  FROM "scans_unpartitioned" WHERE "kind" = 'person' GROUP BY 1, 2, 3;
  PERFORM setval('scans_id_seq', greatest(1, (SELECT max("id") FROM "scans")), EXISTS (SELECT FROM "scans"));
  FOR month IN SELECT DISTINCT date_trunc('month', "at" AT TIME ZONE 'UTC')::date FROM "scans" LOOP
    PERFORM "scan_recompute_month"(month);
  END LOOP;
  PERFORM "scan_recompute_counters"();
END
$$;
--> statement-breakpoint
DROP TABLE "scans_unpartitioned";
