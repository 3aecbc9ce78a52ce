-- Revision 1
-- The proof of an address goes with it. In the database, so that no statement carries one over to another address.

CREATE OR REPLACE FUNCTION forget_email_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.email_verified_at IS NOT DISTINCT FROM OLD.email_verified_at THEN
    NEW.email_verified_at := NULL;
  END IF;
  NEW.email_failed_at := NULL;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_forget_email_proof BEFORE UPDATE OF email ON users
FOR EACH ROW WHEN (lower(NEW.email) IS DISTINCT FROM lower(OLD.email))
EXECUTE FUNCTION forget_email_proof();
