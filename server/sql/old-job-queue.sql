-- Revision 1
-- While a worker of the version before runs beside those of this one, a job is done by one of them. That version plans in
-- pgboss.job; goes with the schema pgboss, a release later.

CREATE OR REPLACE FUNCTION keep_job_queues() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_begun boolean := NEW.started_at IS DISTINCT FROM OLD.started_at;
  is_claimed boolean := is_begun AND NEW.due_at <> OLD.due_at;
BEGIN
  -- A run that the version before began, which knows neither column.
  IF is_begun AND NOT is_claimed THEN
    NEW.due_at := now() + make_interval(secs => NEW.every_seconds);
    NEW.lease_until := now() + interval '1 minute';
  ELSIF NEW.ended_at IS NOT NULL THEN
    NEW.lease_until := NULL;
  END IF;
  UPDATE pgboss.job SET start_after = greatest(NEW.due_at, NEW.lease_until)
  WHERE name = NEW.name AND state = 'created';
  -- It has fetched the job and is about to say so: then it is not claimed here.
  IF is_claimed AND EXISTS (
    SELECT FROM pgboss.job
    WHERE name = NEW.name AND state = 'active' AND started_on > now() - interval '1 minute'
  ) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER job_rounds_keep_queues BEFORE UPDATE ON job_rounds
FOR EACH ROW EXECUTE FUNCTION keep_job_queues();
