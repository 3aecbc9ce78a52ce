-- Revision 1
-- The codes that take up storage, counted in the transaction that creates, deletes or restores one.

CREATE OR REPLACE FUNCTION count_quota_usage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  code user_codes := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  was_kept boolean := TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL;
  is_kept boolean := TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL;
BEGIN
  IF is_kept AND NOT was_kept THEN
    INSERT INTO quota_usage AS kept (user_id, addon, used)
    VALUES (code.user_id, code.product_id || '-storage', 1)
    ON CONFLICT (user_id, addon) DO UPDATE SET used = kept.used + 1;
  ELSIF was_kept AND NOT is_kept THEN
    UPDATE quota_usage SET used = used - 1
    WHERE user_id = code.user_id AND addon = code.product_id || '-storage';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER user_codes_quota AFTER INSERT OR DELETE OR UPDATE OF deleted_at ON user_codes
FOR EACH ROW EXECUTE FUNCTION count_quota_usage();
