-- Revision 1
-- Time by which something may be deleted, charged or ended because of its age.

-- The given time, but never later than trusted time (platform/trusted-clock): the clock may have leapt.
CREATE OR REPLACE FUNCTION trusted_time(at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(at, (SELECT trusted_at FROM trusted_clock))
$$;
