-- The codes that were there before: their places in the lists, and what a search and a sort by name need.
UPDATE "user_codes" SET
  "ordinal" = "placed"."ordinal",
  "search_text" = ' ' || lower(regexp_replace(concat_ws(' ', "name", "dynamic_id", coalesce("target", "code_content")), '[[:space:][:punct:]]+', ' ', 'g')),
  "sort_name" = lower(coalesce(nullif("name", ''), "target", ''))
FROM (
  SELECT "id", row_number() OVER (PARTITION BY "user_id", "product_id" ORDER BY "created_at", "id") AS "ordinal"
  FROM "user_codes"
) AS "placed"
WHERE "placed"."id" = "user_codes"."id";
--> statement-breakpoint
INSERT INTO "user_code_lists" ("user_id", "product_id", "last_ordinal")
SELECT "user_id", "product_id", max("ordinal") FROM "user_codes" GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO "user_code_totals" ("user_id", "product_id", "content_type", "total")
SELECT "user_id", "product_id", "content_type", count(*) FROM "user_codes" WHERE "deleted_at" IS NULL GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO "user_code_blocks" ("user_id", "product_id", "content_type", "block", "total")
SELECT "user_id", "product_id", "content_type", "ordinal" / 1024, count(*)
FROM "user_codes" WHERE "deleted_at" IS NULL GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO "user_code_ranks" ("code_id", "user_id", "product_id", "ordinal", "scans")
SELECT "user_codes"."id", "user_id", "product_id", "ordinal", coalesce("scan_counters"."scans", 0)
FROM "user_codes" LEFT JOIN "scan_counters" ON "scan_counters"."code_id" = "user_codes"."id"
WHERE "deleted_at" IS NULL;
--> statement-breakpoint
-- The indexes of the lists. They carry the id, so that a walk to a deep page reads no row that it does not show.
CREATE INDEX "user_codes_by_creation" ON "user_codes" ("user_id", "product_id", "ordinal") INCLUDE ("id")
WHERE "deleted_at" IS NULL;
--> statement-breakpoint
CREATE INDEX "user_codes_by_type" ON "user_codes" ("user_id", "product_id", "content_type", "ordinal") INCLUDE ("id")
WHERE "deleted_at" IS NULL;
--> statement-breakpoint
CREATE INDEX "user_codes_by_name" ON "user_codes" ("user_id", "product_id", "sort_name" COLLATE "C", "ordinal") INCLUDE ("id")
WHERE "deleted_at" IS NULL;
--> statement-breakpoint
-- The keys that a search finds a code by: three characters from each place of its text, two where words are not
-- parted by spaces (U+0E00 and beyond), and each tag. They hold the list, so that nobody's search walks over the codes
-- of others. The keys of a search are made in search-text.ts.
CREATE FUNCTION "user_code_keys"("user_id" text, "product_id" text, "keys" text[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT hashtext(user_id || '/' || product_id || '/' || key)) FROM unnest(keys) AS key
$$;
--> statement-breakpoint
CREATE FUNCTION "user_code_keys"("user_id" text, "product_id" text, "search_text" text, "tags" text[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 2000 AS $$
  SELECT array_agg(DISTINCT hashtext(user_id || '/' || product_id || '/' || key)) FROM (
    SELECT substr(search_text, place, CASE WHEN ascii(substr(search_text, place, 1)) < 3584 THEN 3 ELSE 2 END) AS key
    FROM generate_series(1, length(search_text)) AS place
    UNION ALL
    SELECT '#' || tag FROM unnest(tags) AS tag
  ) AS all_keys
$$;
--> statement-breakpoint
CREATE INDEX "user_codes_by_keys" ON "user_codes"
USING gin ("user_code_keys"("user_id", "product_id", "search_text", "tags")) WITH (fastupdate = off)
WHERE "deleted_at" IS NULL;
--> statement-breakpoint
CREATE FUNCTION "place_user_code"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "user_code_lists" AS "list" ("user_id", "product_id", "last_ordinal")
  VALUES (NEW."user_id", NEW."product_id", 1)
  ON CONFLICT ("user_id", "product_id") DO UPDATE SET "last_ordinal" = "list"."last_ordinal" + 1
  RETURNING "last_ordinal" INTO NEW."ordinal";
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "user_codes_place" BEFORE INSERT ON "user_codes"
FOR EACH ROW EXECUTE FUNCTION "place_user_code"();
--> statement-breakpoint
CREATE FUNCTION "count_user_code"("code" "user_codes", "added" integer) RETURNS void LANGUAGE sql AS $$
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
CREATE FUNCTION "keep_user_code_lists"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_listed boolean := TG_OP <> 'INSERT' AND OLD."deleted_at" IS NULL;
  is_listed boolean := TG_OP <> 'DELETE' AND NEW."deleted_at" IS NULL;
BEGIN
  IF was_listed THEN PERFORM "count_user_code"(OLD, -1); END IF;
  IF is_listed THEN PERFORM "count_user_code"(NEW, 1); END IF;
  IF was_listed AND NOT is_listed THEN
    DELETE FROM "user_code_ranks" WHERE "code_id" = OLD."id";
  ELSIF is_listed AND NOT was_listed THEN
    -- The lock waits for a mover that is counting this code: its count is not to be missed.
    INSERT INTO "user_code_ranks" ("code_id", "user_id", "product_id", "ordinal", "scans")
    VALUES (NEW."id", NEW."user_id", NEW."product_id", NEW."ordinal",
      coalesce((SELECT "scans" FROM "scan_counters" WHERE "code_id" = NEW."id" FOR SHARE), 0));
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "user_codes_keep_lists" AFTER INSERT OR DELETE OR UPDATE OF "deleted_at", "tags" ON "user_codes"
FOR EACH ROW EXECUTE FUNCTION "keep_user_code_lists"();
--> statement-breakpoint
-- In the transaction that counts: list, popup and log are equal at any time.
CREATE FUNCTION "rank_user_codes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "user_code_ranks" SET "scans" = "counted"."scans"
  FROM "counted" WHERE "counted"."code_id" = "user_code_ranks"."code_id";
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "scan_counters_rank_new" AFTER INSERT ON "scan_counters" REFERENCING NEW TABLE AS "counted"
FOR EACH STATEMENT EXECUTE FUNCTION "rank_user_codes"();
--> statement-breakpoint
CREATE TRIGGER "scan_counters_rank" AFTER UPDATE ON "scan_counters" REFERENCING NEW TABLE AS "counted"
FOR EACH STATEMENT EXECUTE FUNCTION "rank_user_codes"();
