-- Revision 1
-- Whether a person works with others: for the account, which knows nothing else of workspaces.

CREATE OR REPLACE FUNCTION shares_workspaces(person text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM workspace_members WHERE user_id = person AND left_at IS NULL)
$$;
