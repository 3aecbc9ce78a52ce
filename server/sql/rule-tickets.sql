-- Revision 1
-- Tickets of rules that are for the first scans alone. The redirect takes them before it spends them, so that a process
-- that is killed gives out fewer than the rule allows, never more.

-- An eighth of what is left, so that the last eight are taken one by one; 0 when all are.
CREATE OR REPLACE FUNCTION take_rule_tickets(code uuid, rule integer, most integer) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  part integer;
BEGIN
  INSERT INTO rule_tickets (code_id, rule_id, taken) VALUES (code, rule, 0) ON CONFLICT DO NOTHING;
  SELECT greatest((most - taken + 7) / 8, 0) INTO part FROM rule_tickets
  WHERE code_id = code AND rule_id = rule FOR UPDATE;
  IF part > 0 THEN
    UPDATE rule_tickets SET taken = taken + part WHERE code_id = code AND rule_id = rule;
  END IF;
  RETURN coalesce(part, 0);
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION return_rule_tickets(code uuid, rule integer, unspent integer) RETURNS void
LANGUAGE sql AS $$
  UPDATE rule_tickets SET taken = greatest(taken - unspent, 0) WHERE code_id = code AND rule_id = rule
$$;
