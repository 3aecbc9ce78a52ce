-- What the redirect service may know of codes: it reads this view alone, so it can run without any other feature.
CREATE VIEW "redirect_targets" AS
SELECT
  lower("dynamic_id") AS "key",
  "id" AS "code_id",
  "target",
  "enabled",
  "google_analytics_id"
FROM "user_codes"
WHERE "dynamic_id" IS NOT NULL AND "deleted_at" IS NULL;
--> statement-breakpoint
-- Tells every redirect process which cached target is stale.
CREATE FUNCTION "notify_redirect_target"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redirect_targets', lower(coalesce(NEW."dynamic_id", OLD."dynamic_id")));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "user_codes_redirect_target"
AFTER INSERT OR DELETE OR UPDATE OF "dynamic_id", "target", "enabled", "google_analytics_id", "deleted_at"
ON "user_codes"
FOR EACH ROW EXECUTE FUNCTION "notify_redirect_target"();
