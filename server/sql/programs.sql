-- Revision 1
-- What ends with a key of another program. In the database, so that no way of ending one leaves anything behind.

CREATE OR REPLACE FUNCTION withdraw_proposals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM proposals WHERE user_id = 'key:' || OLD.id AND status = 'proposed';
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER api_keys_withdraw AFTER DELETE ON api_keys
FOR EACH ROW EXECUTE FUNCTION withdraw_proposals();
