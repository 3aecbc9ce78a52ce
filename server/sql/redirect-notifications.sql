-- Revision 3
-- Every redirect process listens to redirect_targets, redirect_domains and redirect_paths, and forgets the key that it
-- is told.

CREATE OR REPLACE FUNCTION notify_redirect_target() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redirect_targets', lower(coalesce(NEW.dynamic_id, OLD.dynamic_id)));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER user_codes_redirect_target
AFTER INSERT OR DELETE OR UPDATE OF dynamic_id, target, rules, enabled, google_analytics_id, deleted_at, purged_at, user_id
ON user_codes
FOR EACH ROW EXECUTE FUNCTION notify_redirect_target();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION custom_domains_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('redirect_domains', OLD.domain); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('redirect_domains', NEW.domain); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER custom_domains_tell AFTER INSERT OR UPDATE OR DELETE ON custom_domains
  FOR EACH ROW EXECUTE FUNCTION custom_domains_tell();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_taken_down() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redirect_targets', NEW.key);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER code_takedowns_tell AFTER INSERT OR UPDATE OF lifted_at ON code_takedowns
FOR EACH ROW EXECUTE FUNCTION tell_taken_down();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_warned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redirect_targets', lower(dynamic_id)) FROM user_codes WHERE id = NEW.code_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER reported_codes_tell AFTER UPDATE OF warned_at ON reported_codes
FOR EACH ROW WHEN (OLD.warned_at IS DISTINCT FROM NEW.warned_at) EXECUTE FUNCTION tell_warned();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_redirect_path(printed domain_paths) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('redirect_paths', printed.user_id || ' ' || printed.host || key)
  FROM unnest(ARRAY[printed.path, ' ' || lower(printed.path)]) AS key
$$;
--> statement-breakpoint
-- A domain has paths from its first one on; a transaction sends one notification, however many paths it writes.
CREATE OR REPLACE FUNCTION domain_paths_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_redirect_path(coalesce(NEW, OLD));
  PERFORM pg_notify('redirect_domains', coalesce(NEW.host, OLD.host));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER domain_paths_changed AFTER INSERT OR UPDATE OR DELETE ON domain_paths
FOR EACH ROW EXECUTE FUNCTION domain_paths_changed();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION user_codes_paths_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_redirect_path(printed) FROM domain_paths AS printed WHERE printed.code_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER user_codes_paths_changed AFTER UPDATE OF dynamic_id ON user_codes
FOR EACH ROW WHEN (OLD.dynamic_id IS DISTINCT FROM NEW.dynamic_id)
EXECUTE FUNCTION user_codes_paths_changed();
