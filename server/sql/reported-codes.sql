-- Revision 1
-- What follows from the state of a reported code: in the database, so that every statement keeps it.

CREATE OR REPLACE FUNCTION keep_reported_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.user_id = '' THEN
    NEW.user_id := coalesce((SELECT user_id FROM user_codes WHERE id = NEW.code_id), '');
  END IF;
  IF NEW.open = 0 THEN
    NEW.networks := 0;
    NEW.waiting_since := NULL;
  END IF;
  IF NEW.warned_at IS NULL THEN
    NEW.warned_by := NULL;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER reported_codes_keep BEFORE INSERT OR UPDATE ON reported_codes
FOR EACH ROW EXECUTE FUNCTION keep_reported_code();
