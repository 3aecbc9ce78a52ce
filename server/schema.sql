-- The schema after all migrations and functions. Made by `npm run db:schema`.
-- code-lists revision 2 sha256 b809ee2608d5362abc1e99521dceafdec33c3c2c3e997a1b75b8c744d36e8005
-- ledger revision 1 sha256 c4c4cb4afa9fda89003b8e1a495598a46ce3d218068c25bf0c11224748303090
-- move-codes revision 2 sha256 6d812bebc87a421841e3c0067002014f9bb0b08b17173cc09d0e8a1b30e5b9cc
-- packed-quarters revision 3 sha256 e33fd3cc35d56efa0650ddd53854fe50c689138995ce20167a7104ae443a5426
-- programs revision 4 sha256 00b99e2c01fcda29bf6c46d26bea83e353cc0d3e07a572dbbf36c27f6c67fb85
-- proven-addresses revision 1 sha256 392172a952f3b16d243e1a880d1be5c49b9f680ae966642814b18da5310d0d5c
-- quotas revision 2 sha256 a53cb1209d8ea2ccb53e675d44ce66b871659184b5c96f0c8a6fea9bcf8f0f8b
-- redirect-notifications revision 3 sha256 6f16fedfef7191cad37f4a7665da9033015f0b7af66c6803ba5462faf6f7f78c
-- reported-codes revision 1 sha256 a7a638d4a3ae15d9553d4dae3ab70f184eb3718b2ccd71e45e1ace7e358cf3ca
-- rule-tickets revision 1 sha256 bf959adbf8ff09a9941bbd7ccf483f2912e7eb1723d4429a12d2745a4038a63a
-- scan-closing revision 5 sha256 c17be80e1e4743eb5f097fc3b779e9279c9c7016d4520ea69ffe21d2361e6c9b
-- scan-fold revision 2 sha256 b82f62dad8a1e487dabf80cb8d6ab8e14d3480fd21afd1bd300349d917fc365b
-- scan-rollups revision 2 sha256 5496492cb543a5b653dcd0698de5466460e4657f89f1fc13721bfdaaf986179f
-- trusted-time revision 1 sha256 422a995e01358102b47c20cb2e6030ac26c2d84fc4e0aff34b121a00da04e947
-- workspaces revision 1 sha256 395985fdee1db4e78e7bf74e39219670703ee5db22cd3e352e4aaf73f12830c6

CREATE TABLE api_keys (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id text NOT NULL,
  name text NOT NULL,
  start text NOT NULL,
  hash text,
  scopes text[] NOT NULL,
  created_by text NOT NULL,
  feed text,
  client_id text DEFAULT ''::text NOT NULL,
  client_host text DEFAULT ''::text NOT NULL,
  person_id text DEFAULT ''::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_country text DEFAULT ''::text NOT NULL,
  window_at timestamp with time zone,
  window_count integer DEFAULT 0 NOT NULL,
  CONSTRAINT api_keys_hash_unique UNIQUE (hash),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_scopes CHECK ((cardinality(scopes) > 0))
);

CREATE INDEX api_keys_person ON public.api_keys USING btree (person_id) WHERE (person_id <> ''::text);
CREATE INDEX api_keys_workspace ON public.api_keys USING btree (user_id);

CREATE TRIGGER api_keys_withdraw AFTER DELETE ON public.api_keys FOR EACH ROW EXECUTE FUNCTION withdraw_proposals();

CREATE TABLE backups (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL,
  files integer NOT NULL,
  CONSTRAINT backups_pkey PRIMARY KEY (id)
);

CREATE INDEX backups_at ON public.backups USING btree (at);

CREATE TABLE billing_movements (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id text NOT NULL,
  type text NOT NULL,
  payment_id uuid,
  invoice_id uuid,
  plan text,
  amount bigint NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT billing_movements_payment_id_unique UNIQUE (payment_id),
  CONSTRAINT billing_movements_pkey PRIMARY KEY (id)
);

CREATE INDEX billing_movements_user ON public.billing_movements USING btree (user_id, created_at, id);

CREATE TABLE billing_notices (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id text NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  "values" jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  CONSTRAINT billing_notices_once UNIQUE (user_id, kind, subject),
  CONSTRAINT billing_notices_pkey PRIMARY KEY (id)
);

CREATE INDEX billing_notices_user ON public.billing_notices USING btree (user_id, created_at);

CREATE TABLE billing_profiles (
  user_id text NOT NULL,
  company text NOT NULL,
  address text NOT NULL,
  tax_code text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT billing_profiles_pkey PRIMARY KEY (user_id)
);

CREATE TABLE bulk_rows (
  run_id uuid NOT NULL,
  "row" integer NOT NULL,
  outcome text NOT NULL,
  input jsonb NOT NULL,
  code_id uuid,
  before jsonb,
  problems jsonb DEFAULT '[]'::jsonb NOT NULL,
  verdict text,
  line integer,
  CONSTRAINT bulk_rows_run_id_row_pk PRIMARY KEY (run_id, "row")
);

CREATE INDEX bulk_rows_outcome ON public.bulk_rows USING btree (run_id, outcome, "row");
CREATE INDEX bulk_rows_verdict ON public.bulk_rows USING btree (run_id, verdict, "row") WHERE (verdict IS NOT NULL);

CREATE TABLE bulk_runs (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id text NOT NULL,
  by text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  spec jsonb NOT NULL,
  total integer DEFAULT 0 NOT NULL,
  ready integer DEFAULT 0 NOT NULL,
  skipped integer DEFAULT 0 NOT NULL,
  done integer DEFAULT 0 NOT NULL,
  failed integer DEFAULT 0 NOT NULL,
  undone integer DEFAULT 0 NOT NULL,
  retained integer DEFAULT 0 NOT NULL,
  warned integer DEFAULT 0 NOT NULL,
  stop_reason text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT bulk_runs_pkey PRIMARY KEY (id)
);

CREATE INDEX bulk_runs_owner ON public.bulk_runs USING btree (user_id, created_at);
CREATE INDEX bulk_runs_running ON public.bulk_runs USING btree (started_at) WHERE (state = ANY (ARRAY['running'::text, 'undoing'::text]));

CREATE TABLE categorised_products (
  product_id uuid NOT NULL,
  category_id uuid NOT NULL,
  place integer NOT NULL,
  CONSTRAINT categorised_products_category FOREIGN KEY (category_id) REFERENCES product_categories(id),
  CONSTRAINT categorised_products_product FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT categorised_products_product_id_category_id_pk PRIMARY KEY (product_id, category_id)
);

CREATE INDEX categorised_products_of ON public.categorised_products USING btree (category_id, product_id);

CREATE TABLE chargebacks (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  provider text NOT NULL,
  dispute_id text NOT NULL,
  payment_id uuid NOT NULL,
  amount bigint NOT NULL,
  invoice_id uuid NOT NULL,
  state text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT chargebacks_dispute UNIQUE (provider, dispute_id),
  CONSTRAINT chargebacks_invoice_id_invoices_id_fk FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT chargebacks_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT chargebacks_pkey PRIMARY KEY (id)
);

CREATE TABLE chat_messages (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  place bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id text NOT NULL,
  owner_id text DEFAULT ''::text NOT NULL,
  "from" text NOT NULL,
  message text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  question_id uuid,
  answering_until timestamp with time zone,
  is_stopped boolean DEFAULT false NOT NULL,
  CONSTRAINT chat_messages_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX chat_messages_answer ON public.chat_messages USING btree (question_id);
CREATE INDEX chat_messages_history ON public.chat_messages USING btree (user_id, place);

CREATE TABLE cleared_targets (
  code_id uuid NOT NULL,
  target text NOT NULL,
  version text
);

CREATE UNIQUE INDEX cleared_targets_once ON public.cleared_targets USING btree (code_id, md5(target));

CREATE TABLE code_file_tickets (
  key_hash text NOT NULL,
  user_id text NOT NULL,
  request jsonb NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT code_file_tickets_pkey PRIMARY KEY (key_hash)
);

CREATE INDEX code_file_tickets_expiry ON public.code_file_tickets USING btree (expires_at);

CREATE TABLE code_page_versions (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  page_id uuid NOT NULL,
  content jsonb NOT NULL,
  number integer NOT NULL,
  account_since timestamp with time zone,
  published_at timestamp with time zone NOT NULL,
  changes integer DEFAULT 0 NOT NULL,
  replaced_at timestamp with time zone,
  CONSTRAINT code_page_versions_page_id_code_pages_id_fk FOREIGN KEY (page_id) REFERENCES code_pages(id) ON DELETE CASCADE,
  CONSTRAINT code_page_versions_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX code_page_versions_current ON public.code_page_versions USING btree (page_id) WHERE (replaced_at IS NULL);
CREATE INDEX code_page_versions_newest ON public.code_page_versions USING btree (page_id, published_at DESC NULLS LAST);
CREATE INDEX code_page_versions_replaced ON public.code_page_versions USING btree (replaced_at) WHERE (replaced_at IS NOT NULL);

CREATE TABLE code_pages (
  id uuid NOT NULL,
  revision integer NOT NULL,
  draft jsonb NOT NULL,
  draft_key uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT code_pages_pkey PRIMARY KEY (id)
);

CREATE TABLE code_report_actions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  code_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  by_id text NOT NULL,
  by text NOT NULL,
  action text NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  note text DEFAULT ''::text NOT NULL,
  CONSTRAINT code_report_actions_pkey PRIMARY KEY (id)
);

CREATE INDEX code_report_actions_code ON public.code_report_actions USING btree (code_id, id);

CREATE TABLE code_reports (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  code_id uuid NOT NULL,
  reason text NOT NULL,
  note text DEFAULT ''::text NOT NULL,
  target text NOT NULL,
  visitor text NOT NULL,
  counted boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  closed_by bigint,
  CONSTRAINT code_reports_pkey PRIMARY KEY (id)
);

CREATE INDEX code_reports_of_code ON public.code_reports USING btree (code_id, created_at DESC, id);
CREATE UNIQUE INDEX code_reports_once ON public.code_reports USING btree (code_id, visitor, md5(target));

CREATE TABLE code_takedowns (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  key text NOT NULL,
  code_id uuid NOT NULL,
  user_id text NOT NULL,
  reason text NOT NULL,
  note text NOT NULL,
  by text NOT NULL,
  at timestamp with time zone NOT NULL,
  lifted_at timestamp with time zone,
  lifted_by text,
  CONSTRAINT code_takedowns_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX code_takedowns_held ON public.code_takedowns USING btree (key) WHERE (lifted_at IS NULL);
CREATE INDEX code_takedowns_owner ON public.code_takedowns USING btree (user_id) WHERE (lifted_at IS NULL);

CREATE TRIGGER code_takedowns_tell AFTER INSERT OR UPDATE OF lifted_at ON public.code_takedowns FOR EACH ROW EXECUTE FUNCTION tell_taken_down();

CREATE TABLE currencies (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  exchange_rate numeric NOT NULL,
  search_text text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT currencies_pkey PRIMARY KEY (id),
  CONSTRAINT currencies_rate CHECK ((exchange_rate > (0)::numeric))
);

CREATE INDEX currencies_by_rate ON public.currencies USING btree (exchange_rate, id);
CREATE UNIQUE INDEX currencies_code ON public.currencies USING btree (code COLLATE "C");

CREATE TABLE custom_domains (
  user_id text NOT NULL,
  kind text NOT NULL,
  domain text NOT NULL,
  enabled boolean NOT NULL,
  proven_at timestamp with time zone,
  check_at timestamp with time zone,
  missing_since timestamp with time zone,
  misses integer DEFAULT 0 NOT NULL,
  lost_at timestamp with time zone,
  lost_by text,
  certificate_checked_at timestamp with time zone,
  certificate_ends_at timestamp with time zone,
  certificate_fault text,
  CONSTRAINT custom_domains_user_id_kind_pk PRIMARY KEY (user_id, kind)
);

CREATE INDEX custom_domains_check ON public.custom_domains USING btree (check_at, user_id, kind);
CREATE INDEX custom_domains_missing ON public.custom_domains USING btree (missing_since) WHERE (missing_since IS NOT NULL);
CREATE UNIQUE INDEX custom_domains_proven ON public.custom_domains USING btree (domain) WHERE (proven_at IS NOT NULL);

CREATE TRIGGER custom_domains_tell AFTER INSERT OR DELETE OR UPDATE ON public.custom_domains FOR EACH ROW EXECUTE FUNCTION custom_domains_tell();

CREATE TABLE domain_paths (
  user_id text NOT NULL,
  host text NOT NULL,
  path text NOT NULL,
  code_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT domain_paths_user_id_host_path_pk PRIMARY KEY (user_id, host, path)
);

CREATE INDEX domain_paths_any_case ON public.domain_paths USING btree ((((((user_id || ' '::text) || host) || ' '::text) || lower(path))));
CREATE INDEX domain_paths_code ON public.domain_paths USING btree (code_id);
CREATE INDEX domain_paths_key ON public.domain_paths USING btree (user_id, lower(path));

CREATE TRIGGER domain_paths_changed AFTER INSERT OR DELETE OR UPDATE ON public.domain_paths FOR EACH ROW EXECUTE FUNCTION domain_paths_changed();

CREATE TABLE dynamic_ids (
  key text NOT NULL,
  user_id text NOT NULL,
  code_id uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT dynamic_ids_pkey PRIMARY KEY (key)
);

CREATE TABLE erasures (
  user_id text NOT NULL,
  ending text NOT NULL,
  keep_pdf_pages boolean NOT NULL,
  email text,
  step integer DEFAULT 0 NOT NULL,
  begun_at timestamp with time zone DEFAULT now() NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT erasures_pkey PRIMARY KEY (user_id)
);

CREATE INDEX erasures_running ON public.erasures USING btree (begun_at) WHERE (ended_at IS NULL);

CREATE TABLE exports (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id text NOT NULL,
  status text DEFAULT 'waiting'::text NOT NULL,
  day date NOT NULL,
  number integer DEFAULT 1 NOT NULL,
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  language text NOT NULL,
  attempt integer DEFAULT 0 NOT NULL,
  parts_done integer DEFAULT 0 NOT NULL,
  parts integer DEFAULT 0 NOT NULL,
  bytes bigint DEFAULT 0 NOT NULL,
  key text,
  sha256 text,
  ready_at timestamp with time zone,
  expires_at timestamp with time zone,
  CONSTRAINT exports_pkey PRIMARY KEY (id)
);

CREATE INDEX exports_expiry ON public.exports USING btree (expires_at);
CREATE UNIQUE INDEX exports_number ON public.exports USING btree (user_id, day, number) WHERE (status <> 'failed'::text);
CREATE UNIQUE INDEX exports_one_at_once ON public.exports USING btree (user_id) WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX exports_user ON public.exports USING btree (user_id, requested_at);

CREATE TABLE files (
  id text NOT NULL,
  user_id text NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  size integer NOT NULL,
  sha256 text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT files_pkey PRIMARY KEY (id)
);

CREATE INDEX files_user ON public.files USING btree (user_id);

CREATE TABLE gateway_notices (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL,
  provider text NOT NULL,
  headers text NOT NULL,
  body text NOT NULL,
  outcome text DEFAULT 'received'::text NOT NULL,
  payment text DEFAULT ''::text NOT NULL,
  CONSTRAINT gateway_notices_pkey PRIMARY KEY (id)
);

CREATE INDEX gateway_notices_at ON public.gateway_notices USING btree (at);
CREATE INDEX gateway_notices_provider ON public.gateway_notices USING btree (provider, at);

CREATE TABLE generated_codes (
  id text NOT NULL,
  user_id text,
  file_name text NOT NULL,
  payload text NOT NULL,
  settings jsonb NOT NULL,
  logo jsonb,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT generated_codes_pkey PRIMARY KEY (id)
);

CREATE INDEX generated_codes_newest ON public.generated_codes USING btree (created_at);

CREATE TABLE grant_tokens (
  token_hash text NOT NULL,
  key_id uuid NOT NULL,
  kind text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  replaced_at timestamp with time zone,
  CONSTRAINT grant_tokens_key_id_api_keys_id_fk FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  CONSTRAINT grant_tokens_pkey PRIMARY KEY (token_hash)
);

CREATE INDEX grant_tokens_key ON public.grant_tokens USING btree (key_id);

CREATE TABLE idempotency_keys (
  user_id text NOT NULL,
  call text NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  status_code integer NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_keys_user_id_call_key_pk PRIMARY KEY (user_id, call, key)
);

CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

CREATE TABLE identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  email text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT identities_issuer_subject_pk PRIMARY KEY (issuer, subject),
  CONSTRAINT identities_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX identities_user ON public.identities USING btree (user_id, issuer);

CREATE TABLE images (
  id text NOT NULL,
  user_id text NOT NULL,
  key text NOT NULL,
  type text NOT NULL,
  size integer NOT NULL,
  sha256 text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT images_pkey PRIMARY KEY (id)
);

CREATE INDEX images_user ON public.images USING btree (user_id);

CREATE TABLE installation (
  id smallint DEFAULT 1 NOT NULL,
  first_admin_id uuid,
  setup_token_hash text,
  CONSTRAINT installation_pkey PRIMARY KEY (id),
  CONSTRAINT installation_single_row CHECK ((id = 1))
);

CREATE TABLE invoice_counters (
  year integer NOT NULL,
  last integer NOT NULL,
  CONSTRAINT invoice_counters_pkey PRIMARY KEY (year)
);

CREATE TABLE invoices (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  number text NOT NULL,
  user_id text NOT NULL,
  kind text NOT NULL,
  period_start timestamp with time zone,
  status text NOT NULL,
  amount bigint NOT NULL,
  lines jsonb NOT NULL,
  buyer jsonb NOT NULL,
  purchase jsonb,
  vat_percent integer,
  vat_amount bigint,
  payment_id uuid,
  issued_at timestamp with time zone NOT NULL,
  paid_at timestamp with time zone,
  CONSTRAINT invoices_number_unique UNIQUE (number),
  CONSTRAINT invoices_period UNIQUE (user_id, kind, period_start),
  CONSTRAINT invoices_pkey PRIMARY KEY (id),
  CONSTRAINT invoices_vat CHECK (((vat_percent IS NULL) = (vat_amount IS NULL)))
);

CREATE INDEX invoices_open ON public.invoices USING btree (user_id, issued_at) WHERE (status = 'open'::text);
CREATE INDEX invoices_user ON public.invoices USING btree (user_id, issued_at);

CREATE TABLE job_rounds (
  name text NOT NULL,
  every_seconds integer NOT NULL,
  known_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone DEFAULT now() NOT NULL,
  lease_until timestamp with time zone,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  done_at timestamp with time zone,
  failures integer DEFAULT 0 NOT NULL,
  CONSTRAINT job_rounds_pkey PRIMARY KEY (name)
);

CREATE TABLE known_devices (
  user_id uuid NOT NULL,
  device_hash text NOT NULL,
  last_sign_in_at timestamp with time zone NOT NULL,
  CONSTRAINT known_devices_user_id_device_hash_pk PRIMARY KEY (user_id, device_hash),
  CONSTRAINT known_devices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE ledger_checks (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL,
  findings jsonb NOT NULL,
  CONSTRAINT ledger_checks_pkey PRIMARY KEY (id)
);

CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  transaction_id uuid NOT NULL,
  account text NOT NULL,
  direction text NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT ledger_entries_amount CHECK ((amount > 0)),
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_entries_transaction_id_ledger_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id)
);

CREATE INDEX ledger_entries_account ON public.ledger_entries USING btree (account, id);
CREATE INDEX ledger_entries_transaction ON public.ledger_entries USING btree (transaction_id);

CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_balance();
CREATE TRIGGER ledger_entries_kept BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_entries_wallet AFTER INSERT ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_keep_wallet();

CREATE TABLE ledger_transactions (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  idempotency_key text NOT NULL,
  type text NOT NULL,
  payment_id uuid,
  invoice_id uuid,
  reverses_id uuid,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT ledger_transactions_idempotency_key_unique UNIQUE (idempotency_key),
  CONSTRAINT ledger_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_transactions_reverses_id_unique UNIQUE (reverses_id)
);

CREATE TRIGGER ledger_transactions_kept BEFORE DELETE OR UPDATE ON public.ledger_transactions FOR EACH ROW EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE mail_outbox (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  dedupe_key text NOT NULL,
  kind text NOT NULL,
  user_id text,
  address text,
  language text,
  "values" jsonb NOT NULL,
  status text DEFAULT 'waiting'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_at timestamp with time zone DEFAULT now() NOT NULL,
  last_error text DEFAULT ''::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  sent_at timestamp with time zone,
  CONSTRAINT mail_outbox_address CHECK ((address ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,189}$'::text)),
  CONSTRAINT mail_outbox_dedupe_key UNIQUE (dedupe_key),
  CONSTRAINT mail_outbox_pkey PRIMARY KEY (id)
);

CREATE INDEX mail_outbox_age ON public.mail_outbox USING btree (created_at);
CREATE INDEX mail_outbox_due ON public.mail_outbox USING btree (next_at) WHERE (status = 'waiting'::text);

CREATE TABLE mail_preferences (
  user_id text NOT NULL,
  refused text[] DEFAULT '{}'::text[] NOT NULL,
  weekly_report boolean DEFAULT false NOT NULL,
  unsubscribe_key text NOT NULL,
  CONSTRAINT mail_preferences_pkey PRIMARY KEY (user_id),
  CONSTRAINT mail_preferences_unsubscribe_key UNIQUE (unsubscribe_key)
);

CREATE INDEX mail_preferences_weekly ON public.mail_preferences USING btree (user_id) WHERE weekly_report;

CREATE TABLE oauth_clients (
  id text NOT NULL,
  metadata jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT oauth_clients_pkey PRIMARY KEY (id)
);

CREATE TABLE oauth_codes (
  code_hash text NOT NULL,
  user_id text NOT NULL,
  person_id text NOT NULL,
  "authorization" jsonb NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  key_id uuid,
  CONSTRAINT oauth_codes_pkey PRIMARY KEY (code_hash)
);

CREATE INDEX oauth_codes_person ON public.oauth_codes USING btree (person_id);

CREATE TABLE one_time_tokens (
  token_hash text NOT NULL,
  kind text NOT NULL,
  user_id uuid,
  data jsonb NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT one_time_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT one_time_tokens_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX one_time_tokens_expiry ON public.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_user ON public.one_time_tokens USING btree (user_id, kind);

CREATE TABLE operator_actions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL,
  by text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  reason text NOT NULL,
  amount bigint,
  CONSTRAINT operator_actions_pkey PRIMARY KEY (id)
);

CREATE INDEX operator_actions_subject ON public.operator_actions USING btree (subject, id);

CREATE TABLE outbox_events (
  id text NOT NULL,
  user_id text NOT NULL,
  type text NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  data jsonb NOT NULL,
  CONSTRAINT outbox_events_pkey PRIMARY KEY (id)
);

CREATE INDEX outbox_events_age ON public.outbox_events USING btree (at);
CREATE INDEX outbox_events_owner ON public.outbox_events USING btree (user_id);

CREATE TABLE page_pictures (
  id text NOT NULL,
  page_id uuid NOT NULL,
  user_id text NOT NULL,
  use text NOT NULL,
  small_size integer NOT NULL,
  small_sha256 text NOT NULL,
  large_size integer NOT NULL,
  large_sha256 text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  unused_since timestamp with time zone,
  CONSTRAINT page_pictures_pkey PRIMARY KEY (id)
);

CREATE INDEX page_pictures_page ON public.page_pictures USING btree (page_id);
CREATE INDEX page_pictures_unused ON public.page_pictures USING btree (unused_since) WHERE (unused_since IS NOT NULL);
CREATE INDEX page_pictures_user ON public.page_pictures USING btree (user_id, id);

CREATE TABLE page_reviews (
  page_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  content jsonb NOT NULL,
  names text[] NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  decision text,
  decided_at timestamp with time zone,
  approved_claim text,
  CONSTRAINT page_reviews_page_id_code_pages_id_fk FOREIGN KEY (page_id) REFERENCES code_pages(id) ON DELETE CASCADE,
  CONSTRAINT page_reviews_pkey PRIMARY KEY (page_id)
);

CREATE INDEX page_reviews_waiting ON public.page_reviews USING btree (requested_at) WHERE (decision IS NULL);

CREATE TABLE passkeys (
  id text NOT NULL,
  user_id uuid NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  rp_id text NOT NULL,
  name text NOT NULL,
  backed_up boolean NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);

CREATE TABLE payments (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  ref text NOT NULL,
  user_id text NOT NULL,
  purpose text NOT NULL,
  change jsonb,
  quote_id uuid,
  amount bigint NOT NULL,
  paid bigint DEFAULT 0 NOT NULL,
  refunded bigint DEFAULT 0 NOT NULL,
  email text DEFAULT ''::text NOT NULL,
  charge_currency text DEFAULT 'VND'::text NOT NULL,
  charge_minor bigint,
  fx_rate integer,
  gateway text NOT NULL,
  gateway_order_id text,
  gateway_txn_id text,
  gateway_answer jsonb DEFAULT '{}'::jsonb NOT NULL,
  opening_at timestamp with time zone,
  ask_at timestamp with time zone,
  status text DEFAULT 'created'::text NOT NULL,
  status_code text DEFAULT ''::text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  language text DEFAULT ''::text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  CONSTRAINT payments_amount CHECK (((amount > 0) AND (paid >= 0))),
  CONSTRAINT payments_gateway_order UNIQUE (gateway, gateway_order_id),
  CONSTRAINT payments_gateway_txn UNIQUE (gateway, gateway_txn_id),
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_ref_unique UNIQUE (ref),
  CONSTRAINT payments_refunded CHECK (((refunded >= 0) AND (refunded <= paid)))
);

CREATE INDEX payments_ask ON public.payments USING btree (ask_at) WHERE (ask_at IS NOT NULL);
CREATE INDEX payments_open ON public.payments USING btree (expires_at) WHERE (status = ANY (ARRAY['created'::text, 'pending'::text, 'underpaid'::text]));
CREATE UNIQUE INDEX payments_open_change ON public.payments USING btree (user_id) WHERE ((purpose = 'plan_change'::text) AND (status = ANY (ARRAY['created'::text, 'pending'::text, 'underpaid'::text])));
CREATE INDEX payments_user ON public.payments USING btree (user_id, created_at, id);

CREATE TABLE pdf_codes (
  id uuid NOT NULL,
  name text NOT NULL,
  company_name text NOT NULL,
  title text NOT NULL,
  website text NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT pdf_codes_id_user_codes_id_fk FOREIGN KEY (id) REFERENCES user_codes(id) ON DELETE CASCADE,
  CONSTRAINT pdf_codes_pkey PRIMARY KEY (id)
);

CREATE TABLE pdf_counters (
  code_id uuid NOT NULL,
  opens bigint DEFAULT 0 NOT NULL,
  downloads bigint DEFAULT 0 NOT NULL,
  CONSTRAINT pdf_counters_pkey PRIMARY KEY (code_id)
);

CREATE TABLE pdf_names (
  key text NOT NULL,
  user_id text NOT NULL,
  code_id uuid NOT NULL,
  CONSTRAINT pdf_names_pkey PRIMARY KEY (key)
);

CREATE TABLE pdf_versions (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  code_id uuid NOT NULL,
  file_id text NOT NULL,
  key text NOT NULL,
  file_name text NOT NULL,
  size integer NOT NULL,
  sha256 text NOT NULL,
  is_page_tried boolean DEFAULT false NOT NULL,
  page_width integer,
  page_height integer,
  page_bytes integer,
  page_sha256 text,
  placed_at timestamp with time zone NOT NULL,
  replaced_at timestamp with time zone,
  CONSTRAINT pdf_versions_code_id_pdf_codes_id_fk FOREIGN KEY (code_id) REFERENCES pdf_codes(id) ON DELETE CASCADE,
  CONSTRAINT pdf_versions_file_id_files_id_fk FOREIGN KEY (file_id) REFERENCES files(id),
  CONSTRAINT pdf_versions_file_id_unique UNIQUE (file_id),
  CONSTRAINT pdf_versions_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX pdf_versions_current ON public.pdf_versions USING btree (code_id) WHERE (replaced_at IS NULL);
CREATE INDEX pdf_versions_newest ON public.pdf_versions USING btree (code_id, placed_at DESC NULLS LAST);
CREATE INDEX pdf_versions_replaced ON public.pdf_versions USING btree (replaced_at) WHERE (replaced_at IS NOT NULL);

CREATE TABLE permissions (
  user_id uuid NOT NULL,
  resource text NOT NULL,
  mask smallint NOT NULL,
  CONSTRAINT permissions_mask CHECK (((mask >= 0) AND (mask <= 15))),
  CONSTRAINT permissions_user_id_resource_pk PRIMARY KEY (user_id, resource),
  CONSTRAINT permissions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE plans (
  code text NOT NULL,
  "position" integer NOT NULL,
  names jsonb NOT NULL,
  benefits jsonb NOT NULL,
  price bigint NOT NULL,
  period text NOT NULL,
  addons jsonb NOT NULL,
  tokens integer NOT NULL,
  over_limit_price bigint DEFAULT 0 NOT NULL,
  is_offered boolean DEFAULT true NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT plans_pkey PRIMARY KEY (code),
  CONSTRAINT plans_price CHECK ((price >= 0))
);

CREATE TABLE processes (
  key text NOT NULL,
  role text NOT NULL,
  version text NOT NULL,
  machine text NOT NULL,
  pid integer NOT NULL,
  started_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  figures jsonb NOT NULL,
  CONSTRAINT processes_pkey PRIMARY KEY (key)
);

CREATE INDEX processes_seen ON public.processes USING btree (seen_at);

CREATE TABLE product_categories (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  title text NOT NULL,
  parent_id uuid,
  slug text NOT NULL,
  path text NOT NULL,
  sort_title text NOT NULL,
  search_text text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT product_categories_no_ring CHECK ((parent_id <> id)),
  CONSTRAINT product_categories_parent FOREIGN KEY (parent_id) REFERENCES product_categories(id),
  CONSTRAINT product_categories_pkey PRIMARY KEY (id)
);

CREATE INDEX product_categories_by_keys ON public.product_categories USING gin (user_code_keys(''::text, ''::text, search_text, '{}'::text[])) WITH (fastupdate=off);
CREATE INDEX product_categories_by_title ON public.product_categories USING btree (sort_title COLLATE "C", id);
CREATE INDEX product_categories_newest ON public.product_categories USING btree (created_at, id);
CREATE INDEX product_categories_of ON public.product_categories USING btree (parent_id);
CREATE UNIQUE INDEX product_categories_path ON public.product_categories USING btree (path);
CREATE INDEX product_categories_tree ON public.product_categories USING btree (string_to_array(path, '/'::text) COLLATE "C");

CREATE TABLE product_units (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  title text NOT NULL,
  title_key text NOT NULL,
  sort_title text NOT NULL,
  search_text text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT product_units_pkey PRIMARY KEY (id)
);

CREATE INDEX product_units_by_title ON public.product_units USING btree (sort_title COLLATE "C", id);
CREATE UNIQUE INDEX product_units_title ON public.product_units USING btree (title_key);

CREATE TABLE products (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  title text NOT NULL,
  image_id text NOT NULL,
  price numeric NOT NULL,
  currency_id uuid NOT NULL,
  unit_id uuid NOT NULL,
  quantity integer NOT NULL,
  description text NOT NULL,
  keywords text[] NOT NULL,
  detail text NOT NULL,
  sort_title text NOT NULL,
  search_text text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT products_currency FOREIGN KEY (currency_id) REFERENCES currencies(id),
  CONSTRAINT products_image FOREIGN KEY (image_id) REFERENCES images(id),
  CONSTRAINT products_pkey PRIMARY KEY (id),
  CONSTRAINT products_price CHECK ((price >= (0)::numeric)),
  CONSTRAINT products_quantity CHECK ((quantity >= 0)),
  CONSTRAINT products_unit FOREIGN KEY (unit_id) REFERENCES product_units(id)
);

CREATE INDEX products_by_keys ON public.products USING gin (user_code_keys(''::text, ''::text, search_text, '{}'::text[])) WITH (fastupdate=off);
CREATE INDEX products_by_quantity ON public.products USING btree (quantity, id);
CREATE INDEX products_by_title ON public.products USING btree (sort_title COLLATE "C", id);
CREATE INDEX products_newest ON public.products USING btree (created_at, id);
CREATE INDEX products_of_currency ON public.products USING btree (currency_id);
CREATE INDEX products_of_unit ON public.products USING btree (unit_id);

CREATE TABLE proposals (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  place bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id text NOT NULL,
  owner_id text DEFAULT ''::text NOT NULL,
  message_id uuid,
  program text DEFAULT ''::text NOT NULL,
  kind text NOT NULL,
  code_id uuid,
  changes jsonb NOT NULL,
  status text DEFAULT 'proposed'::text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  CONSTRAINT proposals_pkey PRIMARY KEY (id)
);

CREATE INDEX proposals_of_message ON public.proposals USING btree (message_id);
CREATE INDEX proposals_of_user ON public.proposals USING btree (user_id, place);

CREATE TABLE quota_usage (
  user_id text NOT NULL,
  addon text NOT NULL,
  used integer DEFAULT 0 NOT NULL,
  CONSTRAINT quota_usage_used CHECK ((used >= 0)),
  CONSTRAINT quota_usage_user_id_addon_pk PRIMARY KEY (user_id, addon)
);

CREATE TABLE quotes (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id text NOT NULL,
  quote jsonb NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT quotes_pkey PRIMARY KEY (id)
);

CREATE INDEX quotes_expires ON public.quotes USING btree (expires_at);

CREATE TABLE rate_limits (
  key text NOT NULL,
  count integer NOT NULL,
  blocked_until timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);

CREATE INDEX rate_limits_expiry ON public.rate_limits USING btree (expires_at);

CREATE TABLE receipts (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  provider text NOT NULL,
  event_key text NOT NULL,
  bank_reference text DEFAULT ''::text NOT NULL,
  amount bigint NOT NULL,
  content text NOT NULL,
  state text NOT NULL,
  payment_id uuid,
  received_at timestamp with time zone NOT NULL,
  CONSTRAINT receipts_amount CHECK ((amount > 0)),
  CONSTRAINT receipts_event UNIQUE (provider, event_key),
  CONSTRAINT receipts_payment CHECK (((payment_id IS NOT NULL) = (state = ANY (ARRAY['matched'::text, 'assigned'::text])))),
  CONSTRAINT receipts_pkey PRIMARY KEY (id)
);

CREATE INDEX receipts_bank_reference ON public.receipts USING btree (bank_reference) WHERE (bank_reference <> ''::text);
CREATE INDEX receipts_payment_id ON public.receipts USING btree (payment_id);
CREATE INDEX receipts_state ON public.receipts USING btree (state, received_at, id);

CREATE TABLE reconciliations (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL,
  provider text NOT NULL,
  "from" timestamp with time zone NOT NULL,
  "to" timestamp with time zone NOT NULL,
  compared integer NOT NULL,
  findings jsonb NOT NULL,
  CONSTRAINT reconciliations_pkey PRIMARY KEY (id)
);

CREATE INDEX reconciliations_provider ON public.reconciliations USING btree (provider, at);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hash text NOT NULL,
  CONSTRAINT recovery_codes_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE refunds (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  ref text NOT NULL,
  payment_id uuid NOT NULL,
  amount bigint NOT NULL,
  reason text NOT NULL,
  status text NOT NULL,
  status_code text DEFAULT ''::text NOT NULL,
  gateway_txn_id text,
  ask_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT refunds_amount CHECK ((amount > 0)),
  CONSTRAINT refunds_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_ref_unique UNIQUE (ref)
);

CREATE INDEX refunds_ask ON public.refunds USING btree (ask_at) WHERE (ask_at IS NOT NULL);
CREATE INDEX refunds_payment ON public.refunds USING btree (payment_id);

CREATE TABLE registration_invitations (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  email text NOT NULL,
  created_by_id text NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT registration_invitations_pkey PRIMARY KEY (id)
);

CREATE TABLE report_keys (
  day date NOT NULL,
  key text NOT NULL,
  CONSTRAINT report_keys_pkey PRIMARY KEY (day)
);

CREATE TABLE reported_codes (
  code_id uuid NOT NULL,
  user_id text DEFAULT ''::text NOT NULL,
  open integer NOT NULL,
  total integer NOT NULL,
  last_at timestamp with time zone NOT NULL,
  warned_at timestamp with time zone,
  warned_by text,
  waiting_since timestamp with time zone,
  networks integer DEFAULT 0 NOT NULL,
  visitors integer DEFAULT 0 NOT NULL,
  needed integer DEFAULT 0 NOT NULL,
  CONSTRAINT reported_codes_pkey PRIMARY KEY (code_id)
);

CREATE INDEX reported_codes_closed ON public.reported_codes USING btree (last_at DESC, code_id) WHERE (open = 0);
CREATE INDEX reported_codes_owner ON public.reported_codes USING btree (user_id, last_at) WHERE ((open > 0) OR (warned_at IS NOT NULL));
CREATE INDEX reported_codes_urgent ON public.reported_codes USING btree (((waiting_since IS NULL)), networks DESC, last_at DESC, code_id) WHERE (open > 0);

CREATE TRIGGER reported_codes_keep BEFORE INSERT OR UPDATE ON public.reported_codes FOR EACH ROW EXECUTE FUNCTION keep_reported_code();
CREATE TRIGGER reported_codes_tell AFTER UPDATE OF warned_at ON public.reported_codes FOR EACH ROW WHEN ((old.warned_at IS DISTINCT FROM new.warned_at)) EXECUTE FUNCTION tell_warned();

CREATE TABLE restores_without_log (
  at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT restores_without_log_pkey PRIMARY KEY (at)
);

CREATE TABLE rule_tickets (
  code_id uuid NOT NULL,
  rule_id integer NOT NULL,
  taken integer NOT NULL,
  CONSTRAINT rule_tickets_code_id_rule_id_pk PRIMARY KEY (code_id, rule_id)
);

CREATE TABLE scan_agents (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_agent text NOT NULL,
  device text NOT NULL,
  system text NOT NULL,
  browser text NOT NULL,
  used_on date DEFAULT ((now() AT TIME ZONE 'UTC'::text))::date NOT NULL,
  CONSTRAINT scan_agents_all UNIQUE (user_agent, device, system, browser),
  CONSTRAINT scan_agents_pkey PRIMARY KEY (id)
);

CREATE TABLE scan_archives (
  key text NOT NULL,
  day date NOT NULL,
  part integer NOT NULL,
  rows bigint NOT NULL,
  bytes bigint NOT NULL,
  sha256 text NOT NULL,
  footer_bytes integer NOT NULL,
  footer_sha256 text NOT NULL,
  first_code uuid NOT NULL,
  last_code uuid NOT NULL,
  first_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  sums jsonb NOT NULL,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  compared_at timestamp with time zone DEFAULT now() NOT NULL,
  is_dropped boolean DEFAULT false NOT NULL,
  CONSTRAINT scan_archives_day_part_unique UNIQUE (day, part),
  CONSTRAINT scan_archives_pkey PRIMARY KEY (key)
);

CREATE TABLE scan_batches (
  id text NOT NULL,
  stored_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT scan_batches_pkey PRIMARY KEY (id)
);

CREATE TABLE scan_breakdowns (
  subject uuid NOT NULL,
  minutes smallint NOT NULL,
  at timestamp with time zone NOT NULL,
  keys text[] NOT NULL,
  scans integer[] NOT NULL,
  uniques integer[] NOT NULL,
  quarters bigint[],
  CONSTRAINT scan_breakdowns_subject_minutes_at_pk PRIMARY KEY (subject, minutes, at)
) PARTITION BY RANGE (at);

CREATE TABLE scan_closing (
  is_only boolean DEFAULT true NOT NULL,
  parts_until timestamp with time zone DEFAULT date_trunc('hour'::text, now(), 'UTC'::text) NOT NULL,
  hours_until timestamp with time zone DEFAULT date_trunc('hour'::text, now(), 'UTC'::text) NOT NULL,
  days_until timestamp with time zone DEFAULT date_trunc('day'::text, now(), 'UTC'::text) NOT NULL,
  codes_after uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
  owners_after uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
  packed_until timestamp with time zone,
  packed_subject uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
  packed_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  CONSTRAINT scan_closing_pkey PRIMARY KEY (is_only)
);

CREATE TABLE scan_code_numbers (
  code integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  code_id uuid NOT NULL,
  CONSTRAINT scan_code_numbers_code_id_unique UNIQUE (code_id),
  CONSTRAINT scan_code_numbers_pkey PRIMARY KEY (code)
);

CREATE TABLE scan_counters (
  code_id uuid NOT NULL,
  scans bigint DEFAULT 0 NOT NULL,
  CONSTRAINT scan_counters_pkey PRIMARY KEY (code_id)
);

CREATE TRIGGER scan_counters_rank AFTER UPDATE ON public.scan_counters REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION rank_user_codes();
CREATE TRIGGER scan_counters_rank_new AFTER INSERT ON public.scan_counters REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION rank_user_codes();

CREATE TABLE scan_countries (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  value text NOT NULL,
  used_on date DEFAULT ((now() AT TIME ZONE 'UTC'::text))::date NOT NULL,
  CONSTRAINT scan_countries_pkey PRIMARY KEY (id),
  CONSTRAINT scan_countries_value_unique UNIQUE (value)
);

CREATE TABLE scan_inbox (
  at timestamp with time zone NOT NULL,
  visitor bigint NOT NULL,
  code integer NOT NULL,
  agent integer NOT NULL,
  referrer integer NOT NULL,
  language integer NOT NULL,
  country integer NOT NULL,
  kind smallint NOT NULL,
  flags smallint NOT NULL
);

CREATE TABLE scan_languages (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  value text NOT NULL,
  used_on date DEFAULT ((now() AT TIME ZONE 'UTC'::text))::date NOT NULL,
  CONSTRAINT scan_languages_pkey PRIMARY KEY (id),
  CONSTRAINT scan_languages_value_unique UNIQUE (value)
);

CREATE TABLE scan_log (
  at timestamp with time zone NOT NULL,
  visitor bigint NOT NULL,
  code integer NOT NULL,
  agent integer NOT NULL,
  referrer integer NOT NULL,
  language integer NOT NULL,
  country integer NOT NULL,
  kind smallint NOT NULL,
  flags smallint NOT NULL
) PARTITION BY RANGE (at);

CREATE INDEX scan_log_code_time ON ONLY public.scan_log USING btree (code, at);
CREATE INDEX scan_log_time ON ONLY public.scan_log USING brin (at) WITH (autosummarize='true');

CREATE TABLE scan_marks (
  code_id uuid NOT NULL,
  told bigint NOT NULL,
  CONSTRAINT scan_marks_pkey PRIMARY KEY (code_id)
);

CREATE TABLE scan_owner_days (
  day timestamp with time zone NOT NULL,
  subject uuid NOT NULL,
  CONSTRAINT scan_owner_days_day_subject_pk PRIMARY KEY (day, subject)
);

CREATE TABLE scan_owners (
  user_id text NOT NULL,
  subject uuid DEFAULT gen_random_uuid() NOT NULL,
  scans bigint DEFAULT 0 NOT NULL,
  sealed_at timestamp with time zone,
  CONSTRAINT scan_owners_pkey PRIMARY KEY (user_id),
  CONSTRAINT scan_owners_subject_unique UNIQUE (subject)
);

CREATE TABLE scan_quarters (
  subject uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  scans integer NOT NULL,
  uniques integer NOT NULL,
  CONSTRAINT scan_quarters_subject_at_pk PRIMARY KEY (subject, at)
);

CREATE TABLE scan_referrers (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  value text NOT NULL,
  used_on date DEFAULT ((now() AT TIME ZONE 'UTC'::text))::date NOT NULL,
  CONSTRAINT scan_referrers_pkey PRIMARY KEY (id),
  CONSTRAINT scan_referrers_value_unique UNIQUE (value)
);

CREATE TABLE scan_retention (
  is_only boolean DEFAULT true NOT NULL,
  whole_from date,
  CONSTRAINT scan_retention_pkey PRIMARY KEY (is_only)
);

CREATE TABLE schema_functions (
  name text NOT NULL,
  revision integer NOT NULL,
  sha256 text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT schema_functions_pkey PRIMARY KEY (name)
);

CREATE TABLE schema_migrations (
  name text NOT NULL,
  sha256 text NOT NULL,
  serves_since text,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE sessions (
  token_hash text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  absolute_expires_at timestamp with time zone NOT NULL,
  label text DEFAULT ''::text NOT NULL,
  country text DEFAULT ''::text NOT NULL,
  method text DEFAULT 'password'::text NOT NULL,
  provider text DEFAULT ''::text NOT NULL,
  confirmed_at timestamp with time zone,
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);

CREATE TABLE site_settings (
  name text NOT NULL,
  value jsonb NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT site_settings_pkey PRIMARY KEY (name)
);

CREATE TABLE storage_use (
  user_id text NOT NULL,
  files integer NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT storage_use_pkey PRIMARY KEY (user_id)
);

CREATE TABLE subscriptions (
  user_id text NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  plan text NOT NULL,
  price bigint NOT NULL,
  package_payment text DEFAULT 'month'::text NOT NULL,
  start_at timestamp with time zone,
  end_at timestamp with time zone,
  paid bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT subscriptions_pkey PRIMARY KEY (user_id),
  CONSTRAINT subscriptions_plan_plans_code_fk FOREIGN KEY (plan) REFERENCES plans(code)
);

CREATE INDEX subscriptions_end ON public.subscriptions USING btree (end_at);

CREATE TABLE token_reservations (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id text NOT NULL,
  tokens integer NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT token_reservations_pkey PRIMARY KEY (id),
  CONSTRAINT token_reservations_tokens CHECK ((tokens > 0))
);

CREATE INDEX token_reservations_user ON public.token_reservations USING btree (user_id);

CREATE TABLE token_usage (
  user_id text NOT NULL,
  used integer DEFAULT 0 NOT NULL,
  period_start timestamp with time zone NOT NULL,
  CONSTRAINT token_usage_pkey PRIMARY KEY (user_id),
  CONSTRAINT token_usage_used CHECK ((used >= 0))
);

CREATE TABLE totp (
  user_id uuid NOT NULL,
  secret text NOT NULL,
  last_step bigint DEFAULT 0 NOT NULL,
  enabled_at timestamp with time zone,
  CONSTRAINT totp_pkey PRIMARY KEY (user_id),
  CONSTRAINT totp_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE trusted_clock (
  is_only boolean DEFAULT true NOT NULL,
  trusted_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  steady_from timestamp with time zone NOT NULL,
  watched_ms bigint NOT NULL,
  CONSTRAINT trusted_clock_pkey PRIMARY KEY (is_only)
);

CREATE TABLE used_proofs (
  signature text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT used_proofs_pkey PRIMARY KEY (signature)
);

CREATE INDEX used_proofs_expiry ON public.used_proofs USING btree (expires_at);

CREATE TABLE user_actions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone NOT NULL,
  by_id text NOT NULL,
  by text NOT NULL,
  user_id uuid NOT NULL,
  action text NOT NULL,
  resource text DEFAULT ''::text NOT NULL,
  "from" text DEFAULT ''::text NOT NULL,
  "to" text DEFAULT ''::text NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  CONSTRAINT user_actions_pkey PRIMARY KEY (id)
);

CREATE INDEX user_actions_user ON public.user_actions USING btree (user_id, id);

CREATE TABLE user_code_blocks (
  user_id text NOT NULL,
  product_id text NOT NULL,
  content_type text NOT NULL,
  block integer NOT NULL,
  total integer NOT NULL,
  CONSTRAINT user_code_blocks_user_id_product_id_content_type_block_pk PRIMARY KEY (user_id, product_id, content_type, block)
);

CREATE TABLE user_code_changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  code_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  by text NOT NULL,
  field text NOT NULL,
  "from" text NOT NULL,
  "to" text NOT NULL,
  CONSTRAINT user_code_changes_pkey PRIMARY KEY (id)
);

CREATE INDEX user_code_changes_code ON public.user_code_changes USING btree (code_id, id);

CREATE TABLE user_code_lists (
  user_id text NOT NULL,
  product_id text NOT NULL,
  last_ordinal bigint NOT NULL,
  CONSTRAINT user_code_lists_user_id_product_id_pk PRIMARY KEY (user_id, product_id)
);

CREATE TABLE user_code_ranks (
  code_id uuid NOT NULL,
  user_id text NOT NULL,
  product_id text NOT NULL,
  ordinal bigint NOT NULL,
  scans bigint NOT NULL,
  last_scan_ms bigint DEFAULT 0 NOT NULL,
  CONSTRAINT user_code_ranks_pkey PRIMARY KEY (code_id)
);

CREATE INDEX user_code_ranks_last_scan ON public.user_code_ranks USING btree (user_id, product_id, last_scan_ms, ordinal, code_id);
CREATE INDEX user_code_ranks_scans ON public.user_code_ranks USING btree (user_id, product_id, scans, ordinal, code_id);

CREATE TABLE user_code_tag_totals (
  user_id text NOT NULL,
  product_id text NOT NULL,
  tag text NOT NULL,
  total integer NOT NULL,
  CONSTRAINT user_code_tag_totals_user_id_product_id_tag_pk PRIMARY KEY (user_id, product_id, tag)
);

CREATE TABLE user_code_totals (
  user_id text NOT NULL,
  product_id text NOT NULL,
  content_type text NOT NULL,
  total integer NOT NULL,
  CONSTRAINT user_code_totals_user_id_product_id_content_type_pk PRIMARY KEY (user_id, product_id, content_type)
);

CREATE TABLE user_codes (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id text NOT NULL,
  product_id text NOT NULL,
  content_type text NOT NULL,
  code_content text NOT NULL,
  dynamic_id text,
  target text,
  name text DEFAULT ''::text NOT NULL,
  name_follows_title boolean DEFAULT false NOT NULL,
  google_analytics_id text DEFAULT ''::text NOT NULL,
  image_key text NOT NULL,
  qr_custom_settings jsonb DEFAULT '{}'::jsonb NOT NULL,
  logo jsonb,
  rules jsonb,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  ordinal bigint DEFAULT 0 NOT NULL,
  search_text text DEFAULT ''::text NOT NULL,
  sort_name text DEFAULT ''::text NOT NULL,
  imported jsonb,
  created_by text DEFAULT ''::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  last_scan_at timestamp with time zone,
  purged_at timestamp with time zone,
  CONSTRAINT user_codes_dynamic CHECK (((product_id = 'dynamic-code'::text) = ((dynamic_id IS NOT NULL) AND (target IS NOT NULL)))),
  CONSTRAINT user_codes_image_key_unique UNIQUE (image_key),
  CONSTRAINT user_codes_pkey PRIMARY KEY (id)
);

CREATE INDEX user_codes_by_creation ON public.user_codes USING btree (user_id, product_id, ordinal) INCLUDE (id) WHERE (deleted_at IS NULL);
CREATE INDEX user_codes_by_keys ON public.user_codes USING gin (user_code_keys(user_id, product_id, search_text, tags)) WITH (fastupdate=off) WHERE (deleted_at IS NULL);
CREATE INDEX user_codes_by_name ON public.user_codes USING btree (user_id, product_id, sort_name COLLATE "C", ordinal) INCLUDE (id) WHERE (deleted_at IS NULL);
CREATE INDEX user_codes_by_state ON public.user_codes USING btree (user_id, product_id, enabled, ordinal) INCLUDE (id) WHERE (deleted_at IS NULL);
CREATE INDEX user_codes_by_type ON public.user_codes USING btree (user_id, product_id, content_type, ordinal) INCLUDE (id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX user_codes_dynamic_id ON public.user_codes USING btree (lower(dynamic_id)) WHERE (purged_at IS NULL);
CREATE INDEX user_codes_trash ON public.user_codes USING btree (user_id, deleted_at, id) WHERE ((deleted_at IS NOT NULL) AND (purged_at IS NULL));

CREATE TRIGGER user_codes_keep_lists AFTER INSERT OR DELETE OR UPDATE OF deleted_at, tags, user_id ON public.user_codes FOR EACH ROW EXECUTE FUNCTION keep_user_code_lists();
CREATE TRIGGER user_codes_paths_changed AFTER UPDATE OF dynamic_id ON public.user_codes FOR EACH ROW WHEN ((old.dynamic_id IS DISTINCT FROM new.dynamic_id)) EXECUTE FUNCTION user_codes_paths_changed();
CREATE TRIGGER user_codes_place BEFORE INSERT ON public.user_codes FOR EACH ROW EXECUTE FUNCTION place_user_code();
CREATE TRIGGER user_codes_place_moved BEFORE UPDATE OF user_id ON public.user_codes FOR EACH ROW WHEN ((old.user_id <> new.user_id)) EXECUTE FUNCTION place_user_code();
CREATE TRIGGER user_codes_quota AFTER INSERT OR DELETE OR UPDATE OF deleted_at, user_id ON public.user_codes FOR EACH ROW EXECUTE FUNCTION count_quota_usage();
CREATE TRIGGER user_codes_redirect_target AFTER INSERT OR DELETE OR UPDATE OF dynamic_id, target, rules, enabled, google_analytics_id, deleted_at, purged_at, user_id ON public.user_codes FOR EACH ROW EXECUTE FUNCTION notify_redirect_target();

CREATE TABLE users (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  username text NOT NULL,
  username_key text NOT NULL,
  email text NOT NULL,
  email_verified_at timestamp with time zone,
  pending_email text,
  must_verify boolean DEFAULT false NOT NULL,
  email_failed_at timestamp with time zone,
  language text,
  time_zone text,
  password_hash text NOT NULL,
  has_password boolean DEFAULT true NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text DEFAULT ''::text NOT NULL,
  photo text DEFAULT ''::text NOT NULL,
  role text DEFAULT 'member'::text NOT NULL,
  suspended_at timestamp with time zone,
  approved_at timestamp with time zone,
  refused_at timestamp with time zone,
  deleting_at timestamp with time zone,
  ending text DEFAULT 'freeze'::text NOT NULL,
  keep_pdf_pages boolean DEFAULT false NOT NULL,
  deletion_warned_at timestamp with time zone,
  search_text text DEFAULT ''::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT users_pkey PRIMARY KEY (id)
);

CREATE INDEX users_admins ON public.users USING btree (created_at DESC, id) WHERE (role = 'admin'::text);
CREATE INDEX users_by_email ON public.users USING btree (lower(email));
CREATE INDEX users_by_keys ON public.users USING gin (user_code_keys(''::text, ''::text, search_text, '{}'::text[])) WITH (fastupdate=off);
CREATE INDEX users_deleting ON public.users USING btree (deleting_at) WHERE (deleting_at IS NOT NULL);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email)) WHERE ((email_verified_at IS NOT NULL) OR (NOT must_verify));
CREATE INDEX users_newest ON public.users USING btree (created_at DESC, id);
CREATE INDEX users_not_approved ON public.users USING btree (created_at DESC, id) WHERE (approved_at IS NULL);
CREATE INDEX users_suspended ON public.users USING btree (created_at DESC, id) WHERE (suspended_at IS NOT NULL);
CREATE UNIQUE INDEX users_username_key ON public.users USING btree (username_key);

CREATE TRIGGER users_end_grants AFTER UPDATE OF password_hash, suspended_at, deleting_at ON public.users FOR EACH ROW WHEN (((new.password_hash IS DISTINCT FROM old.password_hash) OR (new.suspended_at IS NOT NULL) OR (new.deleting_at IS NOT NULL))) EXECUTE FUNCTION end_grants_of_user();
CREATE TRIGGER users_forget_email_proof BEFORE UPDATE OF email ON public.users FOR EACH ROW WHEN ((lower(new.email) IS DISTINCT FROM lower(old.email))) EXECUTE FUNCTION forget_email_proof();

CREATE TABLE vat_rates (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  percent integer NOT NULL,
  since timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT vat_rates_pkey PRIMARY KEY (id)
);

CREATE TABLE wallets (
  user_id text NOT NULL,
  balance bigint DEFAULT 0 NOT NULL,
  owed bigint DEFAULT 0 NOT NULL,
  CONSTRAINT wallets_balance CHECK ((balance >= 0)),
  CONSTRAINT wallets_owed CHECK ((owed >= 0)),
  CONSTRAINT wallets_pkey PRIMARY KEY (user_id)
);

CREATE TABLE webhook_deliveries (
  webhook_id uuid NOT NULL,
  event_id text NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  attempts jsonb DEFAULT '[]'::jsonb NOT NULL,
  next_at timestamp with time zone DEFAULT now() NOT NULL,
  done_at timestamp with time zone,
  accepted boolean DEFAULT false NOT NULL,
  CONSTRAINT webhook_deliveries_event_id_outbox_events_id_fk FOREIGN KEY (event_id) REFERENCES outbox_events(id) ON DELETE CASCADE,
  CONSTRAINT webhook_deliveries_webhook_id_event_id_pk PRIMARY KEY (webhook_id, event_id),
  CONSTRAINT webhook_deliveries_webhook_id_webhooks_id_fk FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);

CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (webhook_id, next_at) WHERE (done_at IS NULL);
CREATE INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_not_accepted ON public.webhook_deliveries USING btree (webhook_id, event_id) WHERE (NOT accepted);

CREATE TABLE webhooks (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  secret text NOT NULL,
  old_secret text,
  old_secret_until timestamp with time zone,
  token text,
  enabled boolean DEFAULT true NOT NULL,
  off_reason text,
  created_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  failing_since timestamp with time zone,
  failures integer DEFAULT 0 NOT NULL,
  last_accepted_at timestamp with time zone,
  CONSTRAINT webhooks_events CHECK ((cardinality(events) > 0)),
  CONSTRAINT webhooks_once UNIQUE (user_id, url),
  CONSTRAINT webhooks_pkey PRIMARY KEY (id)
);

CREATE TABLE workspace_events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  workspace_id text NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  by_id text NOT NULL,
  by_key text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  member_id text NOT NULL,
  details jsonb NOT NULL,
  CONSTRAINT workspace_events_pkey PRIMARY KEY (id)
);

CREATE INDEX workspace_events_age ON public.workspace_events USING btree (at);
CREATE INDEX workspace_events_newest ON public.workspace_events USING btree (workspace_id, id);

CREATE TABLE workspace_invitations (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  workspace_id text NOT NULL,
  role text NOT NULL,
  email text DEFAULT ''::text NOT NULL,
  token_hash text,
  invited_by_id text NOT NULL,
  invited_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  closed_how text,
  CONSTRAINT workspace_invitations_pkey PRIMARY KEY (id),
  CONSTRAINT workspace_invitations_token UNIQUE (token_hash),
  CONSTRAINT workspace_invitations_workspace_id_workspaces_id_fk FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX workspace_invitations_address ON public.workspace_invitations USING btree (workspace_id, lower(email)) WHERE ((email <> ''::text) AND (closed_at IS NULL));
CREATE INDEX workspace_invitations_newest ON public.workspace_invitations USING btree (workspace_id, created_at);

CREATE TABLE workspace_members (
  workspace_id text NOT NULL,
  user_id text NOT NULL,
  role text NOT NULL,
  is_home boolean DEFAULT false NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  joined_at timestamp with time zone DEFAULT now() NOT NULL,
  weekly_report boolean DEFAULT false NOT NULL,
  seen_at timestamp with time zone,
  left_at timestamp with time zone,
  CONSTRAINT workspace_members_home_is_own CHECK (((NOT is_home) OR (role = 'owner'::text))),
  CONSTRAINT workspace_members_role CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'editor'::text, 'billing'::text, 'viewer'::text]))),
  CONSTRAINT workspace_members_workspace_id_user_id_pk PRIMARY KEY (workspace_id, user_id),
  CONSTRAINT workspace_members_workspace_id_workspaces_id_fk FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX workspace_members_home ON public.workspace_members USING btree (user_id) WHERE is_home;
CREATE UNIQUE INDEX workspace_members_owner ON public.workspace_members USING btree (workspace_id) WHERE ((role = 'owner'::text) AND (left_at IS NULL));
CREATE INDEX workspace_members_person ON public.workspace_members USING btree (user_id) WHERE (left_at IS NULL);
CREATE INDEX workspace_members_weekly ON public.workspace_members USING btree (workspace_id, user_id) WHERE weekly_report;

CREATE TRIGGER workspace_members_deleted_end_grants AFTER DELETE ON public.workspace_members FOR EACH ROW EXECUTE FUNCTION end_grants_of_member();
CREATE TRIGGER workspace_members_end_grants AFTER UPDATE OF role, left_at ON public.workspace_members FOR EACH ROW WHEN (((new.role IS DISTINCT FROM old.role) OR (new.left_at IS NOT NULL))) EXECUTE FUNCTION end_grants_of_member();

CREATE TABLE workspaces (
  id text NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  offered_to text,
  offer_expires_at timestamp with time zone,
  CONSTRAINT workspaces_pkey PRIMARY KEY (id)
);

CREATE VIEW code_report_facts AS
 SELECT id AS code_id,
    md5(concat_ws(' '::text, target, ( SELECT max(change.id) AS max
           FROM user_code_changes change
          WHERE ((change.code_id = code.id) AND (change.field = ANY (ARRAY['target'::text, 'rules'::text])))), ( SELECT version.id
           FROM pdf_versions version
          WHERE ((version.code_id = code.id) AND (version.replaced_at IS NULL))), ( SELECT pdf.website
           FROM pdf_codes pdf
          WHERE (pdf.id = code.id)), ( SELECT shown.id
           FROM code_page_versions shown
          WHERE ((shown.page_id = code.id) AND (shown.replaced_at IS NULL))))) AS content_version,
    (COALESCE(( SELECT max(day.uniques) AS max
           FROM ( SELECT sum(quarter.uniques) AS uniques
                   FROM scan_quarter_rows quarter
                  WHERE ((quarter.subject = code.id) AND (quarter.stored_at >= (date_trunc('day'::text, now(), 'UTC'::text) - '6 days'::interval)))
                  GROUP BY (date_trunc('day'::text, quarter.at, 'UTC'::text))) day), (0)::bigint))::integer AS visitors,
    (COALESCE(floor((EXTRACT(epoch FROM (now() - ( SELECT first.created_at
           FROM user_codes first
          WHERE ((first.user_id = code.user_id) AND (first.product_id = 'dynamic-code'::text) AND (first.deleted_at IS NULL))
          ORDER BY first.ordinal
         LIMIT 1))) / (86400)::numeric)), (0)::numeric))::integer AS owner_days,
    (floor((EXTRACT(epoch FROM (now() - COALESCE(( SELECT max(change.at) AS max
           FROM user_code_changes change
          WHERE ((change.code_id = code.id) AND (change.field = ANY (ARRAY['target'::text, 'rules'::text])))), created_at))) / (86400)::numeric)))::integer AS target_days,
    COALESCE(( SELECT counter.scans
           FROM scan_counters counter
          WHERE (counter.code_id = code.id)), (0)::bigint) AS scans,
    (EXISTS ( SELECT
           FROM subscriptions bought
          WHERE ((bought.user_id = code.user_id) AND (bought.status = 'active'::text) AND (bought.price > 0) AND (bought.end_at > now())))) AS is_paying,
    ((EXISTS ( SELECT
           FROM code_takedowns held
          WHERE ((held.user_id = code.user_id) AND (held.lifted_at IS NULL)))) OR (EXISTS ( SELECT
           FROM reported_codes upheld
          WHERE ((upheld.user_id = code.user_id) AND (upheld.warned_at IS NOT NULL) AND (upheld.warned_by IS NOT NULL)))) OR (EXISTS ( SELECT
           FROM users owner
          WHERE ((owner.suspended_at IS NOT NULL) AND ((owner.id)::text = code.user_id))))) AS has_upheld_report
   FROM user_codes code
  WHERE ((dynamic_id IS NOT NULL) AND (deleted_at IS NULL));

CREATE VIEW redirect_domains AS
 SELECT domain AS host,
    user_id,
    (EXISTS ( SELECT
           FROM domain_paths printed
          WHERE ((printed.user_id = custom_domains.user_id) AND (printed.host = custom_domains.domain)))) AS has_paths
   FROM custom_domains
  WHERE ((kind = 'qrcode'::text) AND enabled AND (proven_at IS NOT NULL));

CREATE VIEW redirect_paths AS
 SELECT printed.user_id,
    printed.host,
    printed.path,
    lower(code.dynamic_id) AS target_key
   FROM (domain_paths printed
     JOIN user_codes code ON (((code.id = printed.code_id) AND (code.user_id = printed.user_id))))
  WHERE ((code.dynamic_id IS NOT NULL) AND (code.purged_at IS NULL));

CREATE VIEW redirect_targets AS
 SELECT lower(dynamic_id) AS key,
    id AS code_id,
    target,
    (enabled AND (deleted_at IS NULL)) AS enabled,
    google_analytics_id,
    user_id,
    (EXISTS ( SELECT
           FROM code_takedowns held
          WHERE ((held.key = lower(user_codes.dynamic_id)) AND (held.lifted_at IS NULL)))) AS taken_down,
    (EXISTS ( SELECT
           FROM reported_codes reported
          WHERE ((reported.code_id = user_codes.id) AND (reported.warned_at IS NOT NULL)))) AS warned,
    COALESCE(( SELECT max(change.at) AS max
           FROM user_code_changes change
          WHERE ((change.code_id = user_codes.id) AND (change.field = ANY (ARRAY['target'::text, 'rules'::text])))), created_at) AS target_since,
    COALESCE(( SELECT counter.scans
           FROM scan_counters counter
          WHERE (counter.code_id = user_codes.id)), (0)::bigint) AS scans,
    rules
   FROM user_codes
  WHERE ((dynamic_id IS NOT NULL) AND (purged_at IS NULL));

CREATE VIEW scan_codes AS
 SELECT id AS code_id,
    user_id,
    dynamic_id,
    (deleted_at IS NOT NULL) AS is_deleted,
    name
   FROM user_codes
  WHERE (dynamic_id IS NOT NULL);

CREATE VIEW scan_quarter_rows AS
 SELECT scan_quarters.subject,
    scan_quarters.at AS stored_at,
    scan_quarters.at,
    scan_quarters.scans,
    scan_quarters.uniques
   FROM scan_quarters
UNION ALL
 SELECT day.subject,
    day.at AS stored_at,
    (day.at + (((quarter.quarter & (127)::bigint))::double precision * '00:15:00'::interval)) AS at,
    ((quarter.quarter >> 35))::integer AS scans,
    (((quarter.quarter >> 7) & (268435455)::bigint))::integer AS uniques
   FROM (scan_breakdowns day
     CROSS JOIN LATERAL unnest(day.quarters) quarter(quarter))
  WHERE (day.minutes = 1440);

CREATE VIEW scan_rows AS
 SELECT number.code_id,
    log.at,
    (((log.flags)::integer & 4) <> 0) AS is_time_corrected,
    (ARRAY['person'::text, 'bot'::text, 'preview'::text, 'prefetch'::text, 'head'::text])[(log.kind + 1)] AS kind,
    (((log.flags)::integer & 1) <> 0) AS is_unique,
    (((log.flags)::integer & 2) <> 0) AS is_repeat,
    country.value AS country,
    agent.device,
    agent.system,
    agent.browser,
    agent.user_agent,
    referrer.value AS referrer,
    language.value AS language
   FROM (((((scan_log log
     JOIN scan_code_numbers number USING (code))
     LEFT JOIN scan_countries country ON ((country.id = log.country)))
     LEFT JOIN scan_agents agent ON ((agent.id = log.agent)))
     LEFT JOIN scan_referrers referrer ON ((referrer.id = log.referrer)))
     LEFT JOIN scan_languages language ON ((language.id = log.language)));

CREATE OR REPLACE FUNCTION public.count_quota_usage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  was_kept boolean := TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL;
  is_kept boolean := TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL;
BEGIN
  IF was_kept AND is_kept AND OLD.user_id = NEW.user_id THEN
    RETURN NULL;
  END IF;
  IF is_kept THEN
    INSERT INTO quota_usage AS kept (user_id, addon, used)
    VALUES (NEW.user_id, NEW.product_id || '-storage', 1)
    ON CONFLICT (user_id, addon) DO UPDATE SET used = kept.used + 1;
  END IF;
  IF was_kept THEN
    UPDATE quota_usage SET used = used - 1
    WHERE user_id = OLD.user_id AND addon = OLD.product_id || '-storage';
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.count_user_code(code user_codes, added integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO user_code_totals AS kept (user_id, product_id, content_type, total)
  VALUES (code.user_id, code.product_id, code.content_type, added)
  ON CONFLICT (user_id, product_id, content_type) DO UPDATE SET total = kept.total + excluded.total;

  INSERT INTO user_code_blocks AS kept (user_id, product_id, content_type, block, total)
  VALUES (code.user_id, code.product_id, code.content_type, code.ordinal / 1024, added)
  ON CONFLICT (user_id, product_id, content_type, block) DO UPDATE SET total = kept.total + excluded.total;

  INSERT INTO user_code_tag_totals AS kept (user_id, product_id, tag, total)
  SELECT code.user_id, code.product_id, tag, added FROM unnest(code.tags) AS tag ORDER BY tag
  ON CONFLICT (user_id, product_id, tag) DO UPDATE SET total = kept.total + excluded.total;
$function$;

CREATE OR REPLACE FUNCTION public.custom_domains_tell()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('redirect_domains', OLD.domain); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('redirect_domains', NEW.domain); END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.domain_paths_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM notify_redirect_path(coalesce(NEW, OLD));
  PERFORM pg_notify('redirect_domains', coalesce(NEW.host, OLD.host));
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.end_grants_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM oauth_codes WHERE person_id = OLD.user_id AND user_id = OLD.workspace_id;
  DELETE FROM api_keys WHERE person_id = OLD.user_id AND user_id = OLD.workspace_id
    AND (client_id <> '' OR feed IS NOT NULL);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.end_grants_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM oauth_codes WHERE person_id = OLD.id::text;
  DELETE FROM api_keys WHERE person_id = OLD.id::text
    AND (client_id <> '' OR feed IS NOT NULL AND (NEW.suspended_at IS NOT NULL OR NEW.deleting_at IS NOT NULL));
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.forget_email_proof()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.email_verified_at IS NOT DISTINCT FROM OLD.email_verified_at THEN
    NEW.email_verified_at := NULL;
  END IF;
  NEW.email_failed_at := NULL;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.keep_reported_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.keep_user_code_lists()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  was_listed boolean := TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL;
  is_listed boolean := TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL;
BEGIN
  IF was_listed THEN PERFORM count_user_code(OLD, -1); END IF;
  IF is_listed THEN PERFORM count_user_code(NEW, 1); END IF;
  IF was_listed AND NOT is_listed THEN
    DELETE FROM user_code_ranks WHERE code_id = OLD.id;
  ELSIF is_listed AND NOT was_listed THEN
    -- The lock waits for an importer that is counting this code: its count must not be missed.
    INSERT INTO user_code_ranks (code_id, user_id, product_id, ordinal, scans, last_scan_ms)
    VALUES (NEW.id, NEW.user_id, NEW.product_id, NEW.ordinal,
      coalesce((SELECT scans FROM scan_counters WHERE code_id = NEW.id FOR SHARE), 0),
      -- Not looked for where a code is new.
      coalesce((
        SELECT extract(epoch FROM max(at)) * 1000 FROM scan_quarter_rows WHERE TG_OP = 'UPDATE' AND subject = NEW.id
      ), 0));
  ELSIF is_listed AND NEW.user_id <> OLD.user_id THEN
    UPDATE user_code_ranks SET user_id = NEW.user_id, ordinal = NEW.ordinal WHERE code_id = NEW.id;
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.ledger_check_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (
    SELECT sum(CASE direction WHEN 'debit' THEN amount ELSE -amount END)
    FROM ledger_entries WHERE transaction_id = NEW.transaction_id
  ) <> 0 THEN
    RAISE EXCEPTION 'Ledger transaction % does not balance', NEW.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.ledger_keep_wallet()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.ledger_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'The ledger is not changed: add a reversing transaction' USING ERRCODE = 'restrict_violation';
END
$function$;

CREATE OR REPLACE FUNCTION public.move_codes(codes uuid[], source text, destination text, called text)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
AS $function$
DECLARE
  moved uuid;
BEGIN
  -- In the order of the list, so that they keep it.
  FOR moved IN SELECT id FROM user_codes WHERE id = ANY (codes) ORDER BY product_id, ordinal LOOP
    UPDATE user_codes SET user_id = destination, created_by = called WHERE id = moved AND user_id = source;
  END LOOP;
  UPDATE user_code_changes SET by = called WHERE code_id = ANY (codes);
  UPDATE dynamic_ids SET user_id = destination
  WHERE key = ANY (ARRAY(SELECT lower(dynamic_id) FROM user_codes WHERE id = ANY (codes))) AND code_id = ANY (codes);
  UPDATE reported_codes SET user_id = destination WHERE code_id = ANY (codes);
  UPDATE pdf_names SET user_id = destination
  WHERE key = ANY (ARRAY(SELECT lower(name) FROM pdf_codes WHERE id = ANY (codes))) AND code_id = ANY (codes);
  WITH documents AS (
    UPDATE files SET user_id = destination FROM pdf_versions AS version
    WHERE version.code_id = ANY (codes) AND files.id = version.file_id
    RETURNING files.size
  ), pictures AS (
    UPDATE page_pictures SET user_id = destination WHERE page_id = ANY (codes) RETURNING small_size + large_size AS size
  ), kept AS (
    SELECT size FROM documents UNION ALL SELECT size FROM pictures
  ), sums AS (
    SELECT count(*)::integer AS files, sum(size) AS bytes FROM kept HAVING count(*) > 0
  ), taken AS (
    UPDATE storage_use AS use SET files = use.files - sums.files, bytes = use.bytes - sums.bytes
    FROM sums WHERE user_id = source
  )
  INSERT INTO storage_use AS use (user_id, files, bytes) SELECT destination, files, bytes FROM sums
  ON CONFLICT (user_id) DO UPDATE SET files = use.files + excluded.files, bytes = use.bytes + excluded.bytes;
  PERFORM scan_move_sums(codes, source, destination);
END
$function$;

CREATE OR REPLACE FUNCTION public.notify_redirect_path(printed domain_paths)
 RETURNS void
 LANGUAGE sql
AS $function$
  SELECT pg_notify('redirect_paths', printed.user_id || ' ' || printed.host || key)
  FROM unnest(ARRAY[printed.path, ' ' || lower(printed.path)]) AS key
$function$;

CREATE OR REPLACE FUNCTION public.notify_redirect_target()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('redirect_targets', lower(coalesce(NEW.dynamic_id, OLD.dynamic_id)));
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.place_user_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO user_code_lists AS list (user_id, product_id, last_ordinal)
  VALUES (NEW.user_id, NEW.product_id, 1)
  ON CONFLICT (user_id, product_id) DO UPDATE SET last_ordinal = list.last_ordinal + 1
  RETURNING last_ordinal INTO NEW.ordinal;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.rank_counted_codes(codes uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM user_code_ranks WHERE code_id = ANY (codes) ORDER BY code_id FOR NO KEY UPDATE;
  UPDATE user_code_ranks AS ranked SET scans = counted.scans, last_scan_ms = CASE
    -- Recomputed counters are no scans.
    WHEN counted.scans > ranked.scans THEN (extract(epoch FROM now()) * 1000)::bigint
    ELSE last_scan_ms
  END
  FROM scan_counters AS counted
  WHERE ranked.code_id = ANY (codes) AND counted.code_id = ranked.code_id AND counted.scans <> ranked.scans;
END
$function$;

CREATE OR REPLACE FUNCTION public.rank_stale_codes(after uuid, most integer)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
DECLARE
  stale uuid[];
  last uuid;
BEGIN
  WITH step AS (
    SELECT code_id, scans FROM user_code_ranks WHERE code_id > after ORDER BY code_id LIMIT most
  )
  SELECT array_agg(code_id) FILTER (WHERE counted.scans <> step.scans), (array_agg(code_id ORDER BY code_id DESC))[1]
  INTO stale, last FROM step LEFT JOIN scan_counters AS counted USING (code_id);
  IF stale IS NOT NULL THEN PERFORM rank_counted_codes(stale); END IF;
  RETURN last;
END
$function$;

CREATE OR REPLACE FUNCTION public.rank_user_codes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF current_setting('scanleaf.ranks', true) IS DISTINCT FROM 'later' THEN
    PERFORM rank_counted_codes(ARRAY(SELECT code_id FROM counted));
  END IF;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.return_rule_tickets(code uuid, rule integer, unspent integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  UPDATE rule_tickets SET taken = greatest(taken - unspent, 0) WHERE code_id = code AND rule_id = rule
$function$;

CREATE OR REPLACE FUNCTION public.scan_add_late(closing scan_closing)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'on'
AS $function$
DECLARE
  length integer;
  begins timestamptz;
  codes uuid[];
  subjects uuid[];
BEGIN
  FOR length, begins IN
    SELECT DISTINCT minutes, date_bin(make_interval(mins => minutes), at, '2000-01-01Z') FROM scan_late
    CROSS JOIN (VALUES (5, closing.parts_until), (60, closing.hours_until), (1440, closing.days_until + interval '1 day'))
      AS lengths (minutes, until)
    WHERE at < until
  LOOP
    SELECT array_agg(code_id), array_agg(subject) INTO codes, subjects
    FROM (
      SELECT DISTINCT code_id, code_id AS subject, closing.codes_after AS done FROM scan_sums
      UNION ALL
      SELECT code_id, (SELECT subject FROM scan_owners AS owner WHERE owner.user_id = sums.user_id), closing.owners_after
      FROM (SELECT DISTINCT code_id, user_id FROM scan_sums WHERE user_id IS NOT NULL) AS sums
    ) AS named
    WHERE CASE length
      WHEN 1440 THEN begins < closing.days_until OR subject <= done
      ELSE EXISTS (
        SELECT FROM scan_breakdowns AS made WHERE made.subject = named.subject AND made.minutes = length AND made.at = begins
      )
    END;
    CONTINUE WHEN codes IS NULL;
    INSERT INTO scan_breakdowns AS kept (subject, minutes, at, keys, scans, uniques)
    SELECT subject, length, begins, keys, scans, uniques
    FROM scan_made_breakdowns(codes, subjects, length, begins, 'scan_late')
    ON CONFLICT (subject, minutes, at) DO UPDATE SET (keys, scans, uniques) = (
      SELECT * FROM scan_sum_keys(kept.keys || excluded.keys, kept.scans || excluded.scans, kept.uniques || excluded.uniques)
    );
  END LOOP;
END
$function$;

CREATE OR REPLACE FUNCTION public.scan_add_quarters(kept bigint[], added bigint[])
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT array_agg(sums.scans * 34359738368 + sums.rest)
  FROM (
    SELECT sum(packed >> 35)::bigint AS scans, sum(packed >> 7 & 268435455)::bigint * 128 + (packed & 127) AS rest
    FROM unnest(kept || added) AS packed
    GROUP BY packed & 127
    HAVING sum(packed >> 7) <> 0
  ) AS sums
$function$;

CREATE OR REPLACE FUNCTION public.scan_close_busy(length integer, begins timestamp with time zone, among uuid[] DEFAULT NULL::uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  ends timestamptz := begins + make_interval(mins => length);
  codes uuid[];
  subjects uuid[];
BEGIN
  WITH counts AS (
    SELECT code_id, count(*) AS scans FROM scan_rows
    WHERE at >= begins AND at < ends AND (among IS NULL OR code_id = ANY (among))
    GROUP BY code_id
  ), named AS (
    SELECT code_id, code_id AS subject, scans FROM counts
    UNION ALL
    SELECT code_id, subject, counts.scans FROM counts JOIN scan_codes USING (code_id) JOIN scan_owners USING (user_id)
  ), busy AS (
    SELECT code_id, subject, sum(scans) OVER (PARTITION BY subject) >= 250 AS is_busy FROM named
  )
  SELECT array_agg(code_id), array_agg(subject) INTO codes, subjects FROM busy WHERE is_busy;
  INSERT INTO scan_breakdowns (subject, minutes, at, keys, scans, uniques)
  SELECT subject, length, begins, keys, scans, uniques FROM scan_made_breakdowns(codes, subjects, length, begins);
  IF length = 60 THEN
    DELETE FROM scan_breakdowns WHERE subject = ANY (subjects) AND minutes = 5 AND at >= begins AND at < ends;
  END IF;
END
$function$;

CREATE OR REPLACE FUNCTION public.scan_close_codes(codes uuid[], day timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO scan_breakdowns (subject, minutes, at, keys, scans, uniques, quarters)
  SELECT subject, 1440, day, coalesce(keys, '{}'), coalesce(scans, '{}'), coalesce(uniques, '{}'), quarters
  FROM scan_made_breakdowns(codes, codes, 1440, day) FULL JOIN scan_take_quarters(codes, day) USING (subject)
$function$;

CREATE OR REPLACE FUNCTION public.scan_close_next(until timestamp with time zone, codes_at_once integer, owners_at_once integer)
 RETURNS text
 LANGUAGE plpgsql
 SET jit TO 'off'
AS $function$
DECLARE
  last_subject constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  closing scan_closing;
  next_at timestamptz;
  chunk uuid[];
BEGIN
  LOCK TABLE scan_closing IN SHARE ROW EXCLUSIVE MODE;
  SELECT * INTO closing FROM scan_closing;
  -- Before the first scan.
  IF NOT FOUND THEN RETURN NULL; END IF;
  next_at := date_bin('5 minutes', scan_first_at(
    greatest(closing.parts_until, closing.hours_until, date_trunc('hour', until, 'UTC')), until
  ), '2000-01-01Z');
  IF next_at IS NOT NULL THEN
    PERFORM scan_close_busy(5, next_at);
    UPDATE scan_closing SET parts_until = next_at + interval '5 minutes';
    RETURN 'part';
  END IF;
  next_at := date_trunc('hour', scan_first_at(closing.hours_until, date_trunc('hour', until, 'UTC')), 'UTC');
  IF next_at IS NOT NULL THEN
    PERFORM scan_close_busy(60, next_at);
    UPDATE scan_closing SET hours_until = next_at + interval '1 hour';
    RETURN 'hour';
  END IF;
  IF closing.codes_after <> last_subject THEN
    next_at := closing.days_until;
    IF closing.codes_after = '00000000-0000-0000-0000-000000000000' THEN
      -- Only days that are over: the rows of today are not looked through each time.
      next_at := date_trunc('day', scan_first_at(closing.days_until, date_trunc('day', until, 'UTC')), 'UTC');
    END IF;
    IF next_at IS NULL THEN
      IF scan_remake_next(owners_at_once) THEN RETURN 'remade'; END IF;
      IF closing.packed_until IS DISTINCT FROM closing.days_until THEN
        RETURN CASE WHEN scan_pack_next(closing, codes_at_once) THEN 'quarters' END;
      END IF;
      RETURN NULL;
    END IF;
    chunk := ARRAY(
      SELECT code_id FROM scan_counters WHERE code_id > closing.codes_after ORDER BY code_id LIMIT codes_at_once
    );
    PERFORM scan_close_codes(chunk, next_at);
    UPDATE scan_closing SET days_until = next_at, codes_after = coalesce(chunk[codes_at_once], last_subject);
    RETURN 'codes';
  END IF;
  chunk := ARRAY(
    SELECT subject FROM scan_owners WHERE subject > closing.owners_after ORDER BY subject LIMIT owners_at_once
  );
  PERFORM scan_close_owners(chunk, closing.days_until);
  IF cardinality(chunk) = owners_at_once THEN
    UPDATE scan_closing SET owners_after = chunk[owners_at_once];
  ELSE
    UPDATE scan_closing
    SET days_until = days_until + interval '1 day', codes_after = DEFAULT, owners_after = DEFAULT;
  END IF;
  RETURN 'owners';
END
$function$;

CREATE OR REPLACE FUNCTION public.scan_close_owners(owners uuid[], day timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO scan_breakdowns (subject, minutes, at, keys, scans, uniques, quarters)
  SELECT subject, 1440, day, coalesce(kept.keys, '{}'), coalesce(kept.scans, '{}'), coalesce(kept.uniques, '{}'), quarters
  FROM (
    SELECT subject, array_agg(key) AS keys, array_agg(counted::integer) AS scans, array_agg(new::integer) AS uniques
    FROM (
      SELECT owner.subject, each.key, sum(counted) AS counted, sum(new) AS new
      FROM scan_owners AS owner
      JOIN scan_codes USING (user_id)
      JOIN scan_breakdowns AS made ON made.subject = code_id AND made.minutes = 1440 AND made.at = day
      CROSS JOIN LATERAL (
        SELECT key, counted, new FROM unnest(made.keys, made.scans, made.uniques) AS one (key, counted, new)
        WHERE key NOT LIKE 'outcome:%'
        UNION ALL
        -- Each scan by a person has a country, if only an unknown one.
        SELECT 'code:' || code_id, sum(counted), sum(new)
        FROM unnest(made.keys, made.scans, made.uniques) AS one (key, counted, new)
        WHERE key LIKE 'country:%'
        HAVING count(*) > 0
      ) AS each
      WHERE owner.subject = ANY (owners)
      GROUP BY owner.subject, each.key
    ) AS sums
    GROUP BY subject
  ) AS sums
  CROSS JOIN LATERAL scan_sum_keys(sums.keys, sums.scans, sums.uniques) AS kept
  FULL JOIN scan_take_quarters(owners, day) USING (subject)
$function$;

CREATE OR REPLACE FUNCTION public.scan_ensure_day(day date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  partition text := 'scan_log_' || to_char(day, 'YYYY_MM_DD');
BEGIN
  IF to_regclass('public.' || partition) IS NOT NULL THEN
    RETURN;
  END IF;
  LOCK TABLE ONLY scan_log IN SHARE UPDATE EXCLUSIVE MODE;
  IF to_regclass('public.' || partition) IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE scan_log INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition);
    EXECUTE format('ALTER TABLE scan_log ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      partition, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
  END IF;
END
$function$;

CREATE OR REPLACE FUNCTION public.scan_ensure_month(day date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  first date := date_trunc('month', day);
  partition text := 'scan_breakdowns_' || to_char(first, 'YYYY_MM');
BEGIN
  IF to_regclass('public.' || partition) IS NOT NULL THEN
    RETURN;
  END IF;
  LOCK TABLE ONLY scan_breakdowns IN SHARE UPDATE EXCLUSIVE MODE;
  IF to_regclass('public.' || partition) IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE scan_breakdowns INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition);
    EXECUTE format('ALTER TABLE scan_breakdowns ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      partition, first::timestamp AT TIME ZONE 'UTC', (first + interval '1 month')::timestamp AT TIME ZONE 'UTC');
  END IF;
END
$function$;

CREATE OR REPLACE FUNCTION public.scan_first_at(begins timestamp with time zone, ends timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
BEGIN
  RETURN (SELECT min(at) FROM scan_log WHERE at >= begins AND at < ends);
END
$function$;

CREATE OR REPLACE FUNCTION public.scan_fold(most integer, OUT taken integer, OUT counted uuid[])
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET "scanleaf.ranks" TO 'later'
AS $function$
DECLARE
  day timestamptz;
  partition text;
  closing scan_closing;
  sealed integer[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('scan_fold')) THEN RETURN; END IF;
  -- In turn with steps of closing, erasing, archiving and recounting.
  LOCK TABLE scan_closing IN SHARE ROW EXCLUSIVE MODE;
  day := (SELECT date_trunc('day', at, 'UTC') FROM scan_inbox LIMIT 1);
  counted := '{}';
  taken := 0;
  IF day IS NULL THEN RETURN; END IF;
  PERFORM scan_ensure_month((day AT TIME ZONE 'UTC')::date), scan_ensure_day((day AT TIME ZONE 'UTC')::date);
  partition := 'scan_log_' || to_char(day AT TIME ZONE 'UTC', 'YYYY_MM_DD');
  SELECT * INTO closing FROM scan_closing;
  IF NOT FOUND THEN INSERT INTO scan_closing DEFAULT VALUES RETURNING * INTO closing; END IF;
  -- By it earlier scans of a visitor are found. What comes for a day that was closed long ago is too little for an index, and
  -- is looked for among all scans of the code.
  IF day >= closing.days_until - interval '3 days' AND to_regclass('public.' || partition || '_visitor') IS NULL THEN
    EXECUTE format('CREATE INDEX %I ON %I (visitor, code, at) WHERE kind = 0', partition || '_visitor', partition);
  END IF;
  IF to_regclass('pg_temp.scan_sums') IS NULL THEN
    CREATE TEMPORARY TABLE scan_sums (
      code integer, code_id uuid, user_id text, at timestamptz, taken integer, scans integer, uniques integer
    ) ON COMMIT DELETE ROWS;
    CREATE TEMPORARY TABLE scan_late (LIKE scan_log) ON COMMIT DELETE ROWS;
  END IF;
  EXECUTE format($fold$
    WITH taken AS (
      DELETE FROM scan_inbox WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM scan_inbox WHERE at >= $1 AND at < $1 + interval '1 day' LIMIT $2
      )) RETURNING *
    ), marked AS (
      SELECT taken.*, is_known, row_number() OVER visits AS place,
        taken.at - lag(taken.at) OVER visits <= interval '5 seconds' AS is_soon
      FROM taken LEFT JOIN LATERAL (
        SELECT true AS is_known FROM %1$I AS log
        WHERE log.kind = 0 AND (log.visitor, log.code) >= (taken.visitor, taken.code)
          AND (log.visitor, log.code) <= (taken.visitor, taken.code) %2$s
        LIMIT 1
      ) AS seen ON taken.kind = 0
      WINDOW visits AS (PARTITION BY code, visitor, kind = 0 ORDER BY taken.at)
    ), stored AS (
      INSERT INTO %1$I (at, visitor, code, agent, referrer, language, country, kind, flags)
      SELECT at, visitor, code, agent, referrer, language, country, kind, flags
        + CASE WHEN kind = 0 AND place = 1 AND is_known IS NULL THEN 1 ELSE 0 END
        + CASE WHEN kind = 0 AND (is_soon OR is_known AND EXISTS (
            SELECT FROM %1$I AS log
            WHERE log.kind = 0
              AND (log.visitor, log.code, log.at) >= (taken.visitor, taken.code, taken.at - interval '5 seconds')
              AND (log.visitor, log.code, log.at) <= (taken.visitor, taken.code, taken.at + interval '5 seconds') %2$s
          )) THEN 2 ELSE 0 END
      FROM marked AS taken
      RETURNING *
    ), late AS (
      INSERT INTO scan_late SELECT * FROM stored WHERE at < $3
    )
    INSERT INTO scan_sums
    SELECT code, code_id, (SELECT user_id FROM scan_codes AS owned WHERE owned.code_id = named.code_id), at, taken, scans, uniques
    FROM (
      SELECT (SELECT code_id FROM scan_code_numbers AS number WHERE number.code = sums.code) AS code_id, sums.*
      FROM (
        SELECT code, date_bin('15 minutes', at, '2000-01-01Z') AS at, count(*) AS taken,
          count(*) FILTER (WHERE kind = 0) AS scans, count(*) FILTER (WHERE flags & 1 <> 0) AS uniques
        FROM stored GROUP BY 1, 2
      ) AS sums
      OFFSET 0
    ) AS named
  $fold$,
    partition, CASE WHEN to_regclass('public.' || partition || '_visitor') IS NULL THEN 'AND log.code = taken.code' ELSE '' END
  ) USING day, most, greatest(
    closing.parts_until, closing.hours_until,
    closing.days_until + CASE WHEN closing.codes_after = '00000000-0000-0000-0000-000000000000' THEN 0 ELSE 1 END * interval '1 day'
  );
  taken := (SELECT coalesce(sum(sums.taken), 0) FROM scan_sums AS sums);
  sealed := ARRAY(
    SELECT code FROM scan_sums AS sums
    WHERE code_id IS NULL OR (SELECT sealed_at FROM scan_owners AS owner WHERE owner.user_id = sums.user_id) IS NOT NULL
  );
  IF cardinality(sealed) > 0 THEN
    -- Of an account that is being deleted nothing is kept, and nothing of a code that a failover lost: no fold would end
    -- while its rows are there. Rows of earlier folds are left to whoever erases them.
    EXECUTE format('DELETE FROM %I WHERE code = ANY ($1) AND xmin = pg_current_xact_id()::xid', partition) USING sealed;
    DELETE FROM scan_late WHERE code = ANY (sealed);
    DELETE FROM scan_sums WHERE code = ANY (sealed);
  END IF;
  INSERT INTO scan_counters AS kept (code_id, scans)
  SELECT code_id, sum(scans) FROM scan_sums GROUP BY 1 HAVING sum(scans) > 0 ORDER BY 1
  ON CONFLICT (code_id) DO UPDATE SET scans = kept.scans + excluded.scans;
  INSERT INTO scan_quarters AS kept (subject, at, scans, uniques)
  SELECT code_id, at, scans, uniques FROM scan_sums WHERE scans > 0 ORDER BY 1, 2
  ON CONFLICT (subject, at) DO UPDATE SET scans = kept.scans + excluded.scans, uniques = kept.uniques + excluded.uniques;
  INSERT INTO scan_owners AS kept (user_id, scans)
  SELECT user_id, sum(scans) FROM scan_sums WHERE user_id IS NOT NULL GROUP BY 1 ORDER BY 1
  ON CONFLICT (user_id) DO UPDATE SET scans = kept.scans + excluded.scans;
  INSERT INTO scan_quarters AS kept (subject, at, scans, uniques)
  SELECT (SELECT subject FROM scan_owners AS owner WHERE owner.user_id = sums.user_id), at, scans, uniques
  FROM (
    SELECT user_id, at, sum(scans) AS scans, sum(uniques) AS uniques FROM scan_sums
    WHERE user_id IS NOT NULL GROUP BY 1, 2 HAVING sum(scans) > 0
  ) AS sums
  ORDER BY 1, 2
  ON CONFLICT (subject, at) DO UPDATE SET scans = kept.scans + excluded.scans, uniques = kept.uniques + excluded.uniques;
  IF EXISTS (SELECT FROM scan_late) THEN PERFORM scan_add_late(closing); END IF;
  counted := ARRAY(SELECT DISTINCT code_id FROM scan_sums WHERE scans > 0);
  IF cardinality(counted) > 0 THEN PERFORM pg_notify('scans_counted', ''); END IF;
END
$function$;

CREATE OR REPLACE FUNCTION public.scan_log_breakdowns(codes uuid[], subjects uuid[], begins timestamp with time zone, ends timestamp with time zone, source text DEFAULT 'scan_log'::text)
 RETURNS TABLE(subject uuid, key text, scans bigint, uniques bigint)
 LANGUAGE plpgsql
 STABLE ROWS 100
 SET jit TO 'off'
AS $function$
BEGIN
  RETURN QUERY EXECUTE format($counts$
  SELECT subject,
    CASE 0
      WHEN grouping(country) THEN 'country:' || country
      WHEN grouping(device) THEN 'device:' || device
      WHEN grouping(system) THEN 'system:' || system
      WHEN grouping(browser) THEN 'browser:' || browser
      WHEN grouping(referrer) THEN 'referrer:' || referrer
      WHEN grouping(language) THEN 'language:' || language
      WHEN grouping(code) THEN 'code:' || code
      ELSE 'kind:' || kind
    END,
    CASE grouping(kind) WHEN 0 THEN count(*) ELSE count(*) FILTER (WHERE is_person) END,
    count(*) FILTER (WHERE is_unique)
  FROM (
    SELECT subject, country, device, system, browser,
      CASE WHEN referrer IN ('', '*') THEN referrer
        ELSE coalesce(substring(referrer FROM '^https?://([^/]+)'), '') END AS referrer,
      lower(split_part(language, '-', 1)) AS language,
      CASE WHEN subject <> code_id THEN code_id END AS code,
      CASE WHEN kind <> 'person' THEN kind WHEN is_repeat THEN 'repeat' END AS kind,
      kind = 'person' AS is_person, is_unique
    FROM (
      -- As the view scan_rows, which no index on codes leads into.
      SELECT code_id, subject, country.value AS country, device, system, browser, referrer.value AS referrer,
        language.value AS language, (ARRAY['person', 'bot', 'preview', 'prefetch', 'head'])[log.kind + 1] AS kind,
        flags & 2 <> 0 AS is_repeat, flags & 1 <> 0 AS is_unique
      FROM unnest($1, $2) AS counted (code_id, subject)
      JOIN scan_code_numbers USING (code_id)
      JOIN %I AS log USING (code)
      LEFT JOIN scan_countries AS country ON country.id = log.country
      LEFT JOIN scan_agents AS agent ON agent.id = log.agent
      LEFT JOIN scan_referrers AS referrer ON referrer.id = log.referrer
      LEFT JOIN scan_languages AS language ON language.id = log.language
      WHERE log.code = ANY (ARRAY(SELECT number.code FROM scan_code_numbers AS number WHERE number.code_id = ANY ($1)))
        AND at >= $3 AND at < $4
    ) AS found
  ) AS log
  GROUP BY GROUPING SETS (
    (subject, country), (subject, device), (subject, system), (subject, browser), (subject, referrer), (subject, language),
    (subject, code), (subject, kind)
  )
  HAVING CASE 0
    WHEN grouping(code) THEN code IS NOT NULL AND bool_or(is_person)
    WHEN grouping(kind) THEN kind IS NOT NULL
    ELSE bool_or(is_person)
  END
  $counts$, source) USING codes, subjects, begins, ends;
  -- A statement of its own: as one more grouping set it would make the closing of codes without rules a quarter dearer.
  -- The numbers are of one code, so an owner has none.
  RETURN QUERY EXECUTE format($outcomes$
  SELECT code_id, 'outcome:' || (flags >> 4), count(*), count(*) FILTER (WHERE flags & 1 <> 0)
  FROM unnest($1, $2) AS counted (code_id, subject)
  JOIN scan_code_numbers USING (code_id)
  JOIN %I AS log USING (code)
  WHERE code_id = subject AND kind = 0 AND flags > 15 AND at >= $3 AND at < $4
    AND log.code = ANY (ARRAY(
      SELECT number.code FROM scan_code_numbers AS number JOIN user_codes AS ruled ON ruled.id = number.code_id
      WHERE number.code_id = ANY ($1) AND ruled.rules IS NOT NULL
    ))
  GROUP BY code_id, flags >> 4
  $outcomes$, source) USING codes, subjects, begins, ends;
END
$function$;

CREATE OR REPLACE FUNCTION public.scan_made_breakdowns(codes uuid[], subjects uuid[], length integer, begins timestamp with time zone, source text DEFAULT 'scan_log'::text)
 RETURNS TABLE(subject uuid, keys text[], scans integer[], uniques integer[])
 LANGUAGE sql
 STABLE
AS $function$
  SELECT subject, kept.keys, kept.scans, kept.uniques
  FROM (
    SELECT subject, array_agg(key ORDER BY key COLLATE "C") AS keys,
      array_agg(scans::integer ORDER BY key COLLATE "C") AS scans,
      array_agg(uniques::integer ORDER BY key COLLATE "C") AS uniques
    FROM scan_log_breakdowns(codes, subjects, begins, begins + make_interval(mins => length), source)
    GROUP BY subject
  ) AS sums
  CROSS JOIN LATERAL (
    SELECT sums.keys, sums.scans, sums.uniques WHERE cardinality(sums.keys) <= 200
    UNION ALL
    SELECT * FROM scan_sum_keys(sums.keys, sums.scans, sums.uniques) WHERE cardinality(sums.keys) > 200
  ) AS kept
$function$;

CREATE OR REPLACE FUNCTION public.scan_move_sums(codes uuid[], source text, destination text)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
AS $function$
DECLARE
  closing scan_closing;
  source_subject uuid;
  destination_subject uuid;
  owners uuid[];
  counted bigint := (SELECT coalesce(sum(scans), 0) FROM scan_counters WHERE code_id = ANY (codes));
BEGIN
  SELECT * INTO closing FROM scan_closing;
  -- Without a fold nothing was ever counted.
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO scan_owners (user_id) VALUES (source), (destination) ON CONFLICT DO NOTHING;
  UPDATE scan_owners SET scans = scans - counted WHERE user_id = source RETURNING subject INTO source_subject;
  UPDATE scan_owners SET scans = scans + counted WHERE user_id = destination RETURNING subject INTO destination_subject;
  owners := ARRAY[source_subject, destination_subject];
  INSERT INTO scan_quarters AS kept (subject, at, scans, uniques)
  SELECT subject, at, sign * scans, sign * uniques
  FROM (
    SELECT at, sum(scans) AS scans, sum(uniques) AS uniques FROM scan_quarter_rows
    WHERE subject = ANY (codes) AND stored_at >= closing.days_until GROUP BY at
  ) AS moved CROSS JOIN (VALUES (source_subject, -1), (destination_subject, 1)) AS owner (subject, sign)
  ORDER BY 1, 2
  ON CONFLICT (subject, at) DO UPDATE SET scans = kept.scans + excluded.scans, uniques = kept.uniques + excluded.uniques;
  DELETE FROM scan_quarters WHERE subject = ANY (owners) AND scans = 0 AND uniques = 0;
  PERFORM scan_ensure_month(month::date) FROM (
    SELECT DISTINCT date_trunc('month', at, 'UTC') AT TIME ZONE 'UTC' AS month FROM scan_quarters
    WHERE subject = ANY (owners || codes) AND at < closing.days_until
  ) AS months;
  -- With what came late for the owners, so that no packed quarter is below zero.
  WITH late AS (
    DELETE FROM scan_quarters WHERE subject = ANY (owners) AND at < closing.days_until RETURNING *
  ), moved AS (
    SELECT at, sum(scans) AS scans, sum(uniques) AS uniques FROM scan_quarter_rows
    WHERE subject = ANY (codes) AND stored_at < closing.days_until GROUP BY at
  ), added AS (
    SELECT subject, at, scans, uniques FROM late
    UNION ALL
    SELECT source_subject, at, -scans, -uniques FROM moved
    UNION ALL
    SELECT destination_subject, at, scans, uniques FROM moved
  )
  INSERT INTO scan_breakdowns AS kept (subject, minutes, at, keys, scans, uniques, quarters)
  SELECT subject, 1440, date_trunc('day', at, 'UTC') AS day, '{}', '{}', '{}', array_agg(scan_pack_quarter(at, scans, uniques))
  FROM (SELECT subject, at, sum(scans)::bigint AS scans, sum(uniques)::bigint AS uniques FROM added GROUP BY 1, 2) AS sums
  GROUP BY subject, day ORDER BY 1, 3
  ON CONFLICT (subject, minutes, at) DO UPDATE SET quarters = scan_add_quarters(kept.quarters, excluded.quarters);
  DELETE FROM scan_breakdowns WHERE subject = ANY (owners) AND minutes IN (5, 60);
  -- Closing makes the days behind its place of the codes as they are then.
  INSERT INTO scan_owner_days (subject, day)
  SELECT DISTINCT owner, at FROM scan_breakdowns CROSS JOIN unnest(owners) AS owner
  WHERE subject = ANY (codes) AND minutes = 1440
    AND (at < closing.days_until OR at = closing.days_until AND owner <= closing.owners_after)
  ON CONFLICT DO NOTHING;
END
$function$;

CREATE OR REPLACE FUNCTION public.scan_pack_next(closing scan_closing, most integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  looked_at scan_quarters[] := ARRAY(
    SELECT next FROM scan_quarters AS next
    WHERE (subject, at) > (closing.packed_subject, closing.packed_at) ORDER BY subject, at LIMIT most
  );
  last scan_quarters := looked_at[cardinality(looked_at)];
BEGIN
  IF last IS NULL THEN
    UPDATE scan_closing SET packed_until = closing.days_until, packed_subject = DEFAULT, packed_at = DEFAULT;
    RETURN false;
  END IF;
  PERFORM scan_ensure_month(month::date) FROM (
    SELECT DISTINCT date_trunc('month', at, 'UTC') AT TIME ZONE 'UTC' AS month FROM unnest(looked_at)
    WHERE at < closing.days_until
  ) AS months;
  WITH taken AS (
    DELETE FROM scan_quarters AS kept USING unnest(looked_at) AS seen
    WHERE kept.subject = seen.subject AND kept.at = seen.at AND kept.at < closing.days_until
    RETURNING kept.*
  )
  INSERT INTO scan_breakdowns AS kept (subject, minutes, at, keys, scans, uniques, quarters)
  SELECT subject, 1440, date_trunc('day', at, 'UTC') AS day, '{}', '{}', '{}',
    array_agg(scan_pack_quarter(at, scans, uniques))
  FROM taken GROUP BY subject, day
  ON CONFLICT (subject, minutes, at) DO UPDATE SET quarters = scan_add_quarters(kept.quarters, excluded.quarters);
  UPDATE scan_closing SET packed_subject = last.subject, packed_at = last.at;
  RETURN true;
END
$function$;

CREATE OR REPLACE FUNCTION public.scan_pack_quarter(at timestamp with time zone, scans bigint, uniques bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT (scans * 268435456 + uniques) * 128 + extract(epoch FROM at)::bigint % 86400 / 900
$function$;

CREATE OR REPLACE FUNCTION public.scan_recompute_counters(account text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
BEGIN
  LOCK TABLE scan_closing IN SHARE ROW EXCLUSIVE MODE;
  UPDATE scan_counters SET scans = coalesce((SELECT sum(q.scans) FROM scan_quarter_rows q WHERE subject = code_id), 0)
  WHERE account IS NULL OR code_id IN (SELECT code_id FROM scan_codes WHERE user_id = account);
  UPDATE scan_owners o SET scans = coalesce((SELECT sum(q.scans) FROM scan_quarter_rows q WHERE q.subject = o.subject), 0)
  WHERE account IS NULL OR user_id = account;
END
$function$;

CREATE OR REPLACE FUNCTION public.scan_recompute_month(day date, account text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  month date := date_trunc('month', day);
  -- Without a record nothing was ever dropped.
  first timestamptz := greatest(month, (SELECT whole_from FROM scan_retention))::timestamp AT TIME ZONE 'UTC';
  after timestamptz := (month + interval '1 month')::timestamp AT TIME ZONE 'UTC';
  closing scan_closing;
  closed timestamptz;
  codes uuid[];
  owners uuid[];
BEGIN
  IF first >= after OR NOT EXISTS (
    SELECT FROM pg_inherits
    WHERE inhparent = 'scan_log'::regclass AND inhrelid::regclass::text ~ ('^scan_log_' || to_char(month, 'YYYY_MM'))
  ) THEN
    RETURN;
  END IF;
  LOCK TABLE scan_closing IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO scan_owners (user_id)
  SELECT DISTINCT user_id FROM scan_codes WHERE account IS NULL OR user_id = account ON CONFLICT DO NOTHING;
  codes := ARRAY(
    SELECT code_id FROM scan_counters
    WHERE account IS NULL OR code_id IN (SELECT code_id FROM scan_codes WHERE user_id = account)
  );
  owners := ARRAY(SELECT subject FROM scan_owners WHERE account IS NULL OR user_id = account);
  DELETE FROM scan_quarters WHERE at >= first AND at < after AND (account IS NULL OR subject = ANY (codes || owners));
  DELETE FROM scan_breakdowns WHERE at >= first AND at < after AND (account IS NULL OR subject = ANY (codes || owners));
  -- Closing the days below packs them.
  INSERT INTO scan_quarters (subject, at, scans, uniques)
  SELECT subject, date_bin('15 minutes', at, first), count(*), count(*) FILTER (WHERE is_unique)
  FROM scan_rows
  JOIN (
    SELECT code_id, code_id AS subject FROM scan_counters
    UNION ALL
    SELECT code_id, subject FROM scan_codes JOIN scan_owners USING (user_id)
  ) AS subjects USING (code_id)
  WHERE at >= first AND at < after AND kind = 'person' AND (account IS NULL OR code_id = ANY (codes))
  GROUP BY 1, 2;
  SELECT * INTO closing FROM scan_closing;
  FOR closed IN
    SELECT DISTINCT date_trunc('hour', at, 'UTC') FROM scan_rows
    WHERE at >= first AND at < least(after, closing.hours_until) AND (account IS NULL OR code_id = ANY (codes))
  LOOP
    PERFORM scan_close_busy(60, closed, CASE WHEN account IS NOT NULL THEN codes END);
  END LOOP;
  FOR closed IN
    SELECT DISTINCT date_trunc('day', at, 'UTC') FROM scan_rows
    WHERE at >= first AND at < least(after, closing.days_until) AND (account IS NULL OR code_id = ANY (codes))
  LOOP
    PERFORM scan_close_codes(codes, closed);
    PERFORM scan_close_owners(owners, closed);
  END LOOP;
  IF closing.days_until >= first AND closing.days_until < after THEN
    -- The day that is being closed, of those whom closing has passed.
    PERFORM scan_close_codes(
      ARRAY(SELECT code FROM unnest(codes) AS code WHERE code <= closing.codes_after), closing.days_until
    );
    PERFORM scan_close_owners(
      ARRAY(SELECT owner FROM unnest(owners) AS owner WHERE owner <= closing.owners_after), closing.days_until
    );
  END IF;
END
$function$;

CREATE OR REPLACE FUNCTION public.scan_remake_next(owners_at_once integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  remade timestamptz := (SELECT max(day) FROM scan_owner_days);
  owners uuid[] := ARRAY(SELECT subject FROM scan_owner_days WHERE day = remade ORDER BY subject LIMIT owners_at_once);
BEGIN
  IF remade IS NULL THEN RETURN false; END IF;
  DELETE FROM scan_owner_days WHERE day = remade AND subject = ANY (owners);
  WITH gone AS (
    DELETE FROM scan_breakdowns WHERE subject = ANY (owners) AND minutes = 1440 AND at = remade
    RETURNING subject, quarters
  )
  INSERT INTO scan_quarters AS kept (subject, at, scans, uniques)
  SELECT subject, remade + (quarter & 127) * interval '15 minutes', quarter >> 35, quarter >> 7 & 268435455
  FROM gone CROSS JOIN LATERAL unnest(quarters) AS quarter
  ON CONFLICT (subject, at) DO UPDATE SET scans = kept.scans + excluded.scans, uniques = kept.uniques + excluded.uniques;
  DELETE FROM scan_quarters WHERE subject = ANY (owners) AND scans = 0 AND uniques = 0;
  PERFORM scan_close_owners(owners, remade);
  RETURN true;
END
$function$;

CREATE OR REPLACE FUNCTION public.scan_sum_keys(INOUT keys text[], INOUT scans integer[], INOUT uniques integer[])
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
AS $function$
  WITH sums AS (
    SELECT key, split_part(key, ':', 1) AS dimension, sum(counted) AS counted, sum(new) AS new
    FROM unnest(keys, scans, uniques) AS each (key, counted, new)
    GROUP BY key
  ), ranked AS (
    SELECT *, key = dimension || ':*' AS is_rest,
      row_number() OVER (PARTITION BY dimension, key = dimension || ':*' ORDER BY counted DESC, key) AS rank
    FROM sums
  ), named AS (
    SELECT CASE WHEN is_rest OR rank > 200 THEN dimension || ':*' ELSE key END AS key,
      sum(counted)::integer AS counted, sum(new)::integer AS new
    FROM ranked
    GROUP BY 1
  )
  SELECT array_agg(key ORDER BY key COLLATE "C"), array_agg(counted ORDER BY key COLLATE "C"),
    array_agg(new ORDER BY key COLLATE "C")
  FROM named
$function$;

CREATE OR REPLACE FUNCTION public.scan_take_quarters(subjects uuid[], day timestamp with time zone)
 RETURNS TABLE(subject uuid, quarters bigint[])
 LANGUAGE sql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
  WITH taken AS (
    DELETE FROM scan_quarters AS kept
    WHERE kept.subject = ANY (subjects) AND at >= day AND at < day + interval '1 day'
    RETURNING kept.subject, scan_pack_quarter(at, scans, uniques) AS packed
  )
  SELECT subject, array_agg(packed) FROM taken GROUP BY subject
$function$;

CREATE OR REPLACE FUNCTION public.shares_workspaces(person text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT FROM workspace_members WHERE user_id = person AND left_at IS NULL)
$function$;

CREATE OR REPLACE FUNCTION public.take_rule_tickets(code uuid, rule integer, most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.tell_taken_down()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('redirect_targets', NEW.key);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.tell_warned()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('redirect_targets', lower(dynamic_id)) FROM user_codes WHERE id = NEW.code_id;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.trusted_time(at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  SELECT least(at, (SELECT trusted_at FROM trusted_clock))
$function$;

CREATE OR REPLACE FUNCTION public.user_code_keys(user_id text, product_id text, keys text[])
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT array_agg(DISTINCT hashtext(user_id || '/' || product_id || '/' || key)) FROM unnest(keys) AS key
$function$;

CREATE OR REPLACE FUNCTION public.user_code_keys(user_id text, product_id text, search_text text, tags text[])
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE COST 2000
AS $function$
  SELECT array_agg(DISTINCT hashtext(user_id || '/' || product_id || '/' || key)) FROM (
    SELECT substr(search_text, place, CASE WHEN ascii(substr(search_text, place, 1)) < 3584 THEN 3 ELSE 2 END) AS key
    FROM generate_series(1, length(search_text)) AS place
    UNION ALL
    SELECT '#' || tag FROM unnest(tags) AS tag
  ) AS all_keys
$function$;

CREATE OR REPLACE FUNCTION public.user_codes_paths_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM notify_redirect_path(printed) FROM domain_paths AS printed WHERE printed.code_id = NEW.id;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_proposals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM proposals WHERE user_id = 'key:' || OLD.id AND status = 'proposed';
  RETURN NULL;
END
$function$;
