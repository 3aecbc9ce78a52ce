-- Revision 4
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
--> statement-breakpoint
-- What somebody allowed to programs ends where their sessions end, or when they no longer work there as they did. Feed
-- links, which work on unattended, stay with a new password; keys belong to the workspace and stay.
CREATE OR REPLACE FUNCTION end_grants_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM oauth_codes WHERE person_id = OLD.id::text;
  DELETE FROM api_keys WHERE person_id = OLD.id::text
    AND (client_id <> '' OR feed IS NOT NULL AND (NEW.suspended_at IS NOT NULL OR NEW.deleting_at IS NOT NULL));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_end_grants AFTER UPDATE OF password_hash, suspended_at, deleting_at ON users
FOR EACH ROW WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash
  OR NEW.suspended_at IS NOT NULL OR NEW.deleting_at IS NOT NULL)
EXECUTE FUNCTION end_grants_of_user();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION end_grants_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM oauth_codes WHERE person_id = OLD.user_id AND user_id = OLD.workspace_id;
  DELETE FROM api_keys WHERE person_id = OLD.user_id AND user_id = OLD.workspace_id
    AND (client_id <> '' OR feed IS NOT NULL);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER workspace_members_end_grants AFTER UPDATE OF role, left_at ON workspace_members
FOR EACH ROW WHEN (NEW.role IS DISTINCT FROM OLD.role OR NEW.left_at IS NOT NULL)
EXECUTE FUNCTION end_grants_of_member();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER workspace_members_deleted_end_grants AFTER DELETE ON workspace_members
FOR EACH ROW EXECUTE FUNCTION end_grants_of_member();
