-- Revision 2
-- The codes that take up storage, counted in the transaction that creates, deletes, restores or moves one.

CREATE OR REPLACE FUNCTION count_quota_usage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_kept boolean := TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL;
  is_kept boolean := TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL;
BEGIN
  IF was_kept AND is_kept AND OLD.user_id = NEW.user_id THEN
    RETURN NULL;
  END IF;
  IF is_kept THEN
    INSERT INTO quota_usage AS kept (user_id, addon, used)
    VALUES (NEW.user_id, NEW.product_id || '-storage', 1)
    ON CONFLICT (user_id, addon) DO UPDATE SET used = kept.used + 1;
  END IF;
  IF was_kept THEN
    UPDATE quota_usage SET used = used - 1
    WHERE user_id = OLD.user_id AND addon = OLD.product_id || '-storage';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER user_codes_quota AFTER INSERT OR DELETE OR UPDATE OF deleted_at, user_id ON user_codes
FOR EACH ROW EXECUTE FUNCTION count_quota_usage();
