-- Revision 1
-- The ledger only grows, each of its transactions balances, and wallets follow it.

CREATE OR REPLACE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The ledger is not changed: add a reversing transaction' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER ledger_entries_kept BEFORE UPDATE OR DELETE ON ledger_entries
FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER ledger_transactions_kept BEFORE UPDATE OR DELETE ON ledger_transactions
FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
-- Debits equal credits in each transaction, seen when all of its entries are there.
CREATE OR REPLACE FUNCTION ledger_check_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (
    SELECT sum(CASE direction WHEN 'debit' THEN amount ELSE -amount END)
    FROM ledger_entries WHERE transaction_id = NEW.transaction_id
  ) <> 0 THEN
    RAISE EXCEPTION 'Ledger transaction % does not balance', NEW.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- PostgreSQL replaces no constraint trigger: a later change of this one drops it first.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'ledger_entries'::regclass AND tgname = 'ledger_entries_balance') THEN
    CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_balance();
  END IF;
END
$$;
--> statement-breakpoint
-- A wallet is a liability: credits raise it. What is receivable is an asset: debits raise it.
CREATE OR REPLACE FUNCTION ledger_keep_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := split_part(NEW.account, ':', 1);
  owner text := substr(NEW.account, strpos(NEW.account, ':') + 1);
  signed bigint := CASE NEW.direction WHEN 'debit' THEN NEW.amount ELSE -NEW.amount END;
BEGIN
  IF kind NOT IN ('wallet', 'receivable') THEN
    RETURN NULL;
  END IF;
  INSERT INTO wallets (user_id) VALUES (owner) ON CONFLICT DO NOTHING;
  IF kind = 'wallet' THEN
    UPDATE wallets SET balance = balance - signed WHERE user_id = owner;
  ELSE
    UPDATE wallets SET owed = owed + signed WHERE user_id = owner;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER ledger_entries_wallet AFTER INSERT ON ledger_entries
FOR EACH ROW EXECUTE FUNCTION ledger_keep_wallet();
