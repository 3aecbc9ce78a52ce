CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"data" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"rp_id" text NOT NULL,
	"name" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "totp" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"enabled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"first_admin_id" uuid,
	"setup_token_hash" text,
	CONSTRAINT "installation_single_row" CHECK ("installation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "registration_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" uuid NOT NULL,
	"device_hash" text NOT NULL,
	"last_sign_in_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_device_hash_pk" PRIMARY KEY("user_id","device_hash")
);
--> statement-breakpoint
CREATE TABLE "permissions" (
	"user_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"mask" smallint NOT NULL,
	CONSTRAINT "permissions_user_id_resource_pk" PRIMARY KEY("user_id","resource"),
	CONSTRAINT "permissions_mask" CHECK ("permissions"."mask" between 0 and 15)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"absolute_expires_at" timestamp with time zone NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"method" text DEFAULT 'password' NOT NULL,
	"provider" text DEFAULT '' NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "user_actions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by" text NOT NULL,
	"user_id" uuid NOT NULL,
	"action" text NOT NULL,
	"resource" text DEFAULT '' NOT NULL,
	"from" text DEFAULT '' NOT NULL,
	"to" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"email" text NOT NULL,
	"email_verified_at" timestamp with time zone,
	"pending_email" text,
	"must_verify" boolean DEFAULT false NOT NULL,
	"email_failed_at" timestamp with time zone,
	"language" text,
	"time_zone" text,
	"password_hash" text NOT NULL,
	"has_password" boolean DEFAULT true NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"photo" text DEFAULT '' NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"suspended_at" timestamp with time zone,
	"approved_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"deleting_at" timestamp with time zone,
	"ending" text DEFAULT 'freeze' NOT NULL,
	"keep_pdf_pages" boolean DEFAULT false NOT NULL,
	"deletion_warned_at" timestamp with time zone,
	"search_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grant_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "oauth_clients" (
	"id" text PRIMARY KEY NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "oauth_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"person_id" text NOT NULL,
	"authorization" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"key_id" uuid
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"start" text NOT NULL,
	"hash" text,
	"scopes" text[] NOT NULL,
	"created_by" text NOT NULL,
	"feed" text,
	"client_id" text DEFAULT '' NOT NULL,
	"client_host" text DEFAULT '' NOT NULL,
	"person_id" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"last_used_country" text DEFAULT '' NOT NULL,
	"window_at" timestamp with time zone,
	"window_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash"),
	CONSTRAINT "api_keys_scopes" CHECK (cardinality("api_keys"."scopes") > 0)
);
--> statement-breakpoint
CREATE TABLE "token_reservations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"tokens" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "token_reservations_tokens" CHECK ("token_reservations"."tokens" > 0)
);
--> statement-breakpoint
CREATE TABLE "token_usage" (
	"user_id" text PRIMARY KEY NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	CONSTRAINT "token_usage_used" CHECK ("token_usage"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"period_start" timestamp with time zone,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"lines" jsonb NOT NULL,
	"buyer" jsonb NOT NULL,
	"purchase" jsonb,
	"vat_percent" integer,
	"vat_amount" bigint,
	"payment_id" uuid,
	"issued_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_period" UNIQUE("user_id","kind","period_start"),
	CONSTRAINT "invoices_vat" CHECK (("invoices"."vat_percent" is null) = ("invoices"."vat_amount" is null))
);
--> statement-breakpoint
CREATE TABLE "vat_rates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vat_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"percent" integer NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"values" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "billing_notices_once" UNIQUE("user_id","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"event_key" text NOT NULL,
	"bank_reference" text DEFAULT '' NOT NULL,
	"amount" bigint NOT NULL,
	"content" text NOT NULL,
	"state" text NOT NULL,
	"payment_id" uuid,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "receipts_event" UNIQUE("provider","event_key"),
	CONSTRAINT "receipts_amount" CHECK ("receipts"."amount" > 0),
	CONSTRAINT "receipts_payment" CHECK (("receipts"."payment_id" is not null) = ("receipts"."state" in ('matched', 'assigned')))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ref" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"status_code" text DEFAULT '' NOT NULL,
	"gateway_txn_id" text,
	"ask_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "refunds_ref_unique" UNIQUE("ref"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "chargebacks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"dispute_id" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"invoice_id" uuid NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chargebacks_dispute" UNIQUE("provider","dispute_id")
);
--> statement-breakpoint
CREATE TABLE "quota_usage" (
	"user_id" text NOT NULL,
	"addon" text NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "quota_usage_user_id_addon_pk" PRIMARY KEY("user_id","addon"),
	CONSTRAINT "quota_usage_used" CHECK ("quota_usage"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"quote" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_profiles" (
	"user_id" text PRIMARY KEY NOT NULL,
	"company" text NOT NULL,
	"address" text NOT NULL,
	"tax_code" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ref" text NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"change" jsonb,
	"quote_id" uuid,
	"amount" bigint NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"charge_currency" text DEFAULT 'VND' NOT NULL,
	"charge_minor" bigint,
	"fx_rate" integer,
	"gateway" text NOT NULL,
	"gateway_order_id" text,
	"gateway_txn_id" text,
	"gateway_answer" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"opening_at" timestamp with time zone,
	"ask_at" timestamp with time zone,
	"status" text DEFAULT 'created' NOT NULL,
	"status_code" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payments_ref_unique" UNIQUE("ref"),
	CONSTRAINT "payments_gateway_order" UNIQUE("gateway","gateway_order_id"),
	CONSTRAINT "payments_gateway_txn" UNIQUE("gateway","gateway_txn_id"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" > 0 and "payments"."paid" >= 0),
	CONSTRAINT "payments_refunded" CHECK ("payments"."refunded" between 0 and "payments"."paid")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"code" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"names" jsonb NOT NULL,
	"benefits" jsonb NOT NULL,
	"price" bigint NOT NULL,
	"period" text NOT NULL,
	"addons" jsonb NOT NULL,
	"tokens" integer NOT NULL,
	"over_limit_price" bigint DEFAULT 0 NOT NULL,
	"is_offered" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plans_price" CHECK ("plans"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"plan" text NOT NULL,
	"price" bigint NOT NULL,
	"package_payment" text DEFAULT 'month' NOT NULL,
	"start_at" timestamp with time zone,
	"end_at" timestamp with time zone,
	"paid" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_rows" (
	"run_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"outcome" text NOT NULL,
	"input" jsonb NOT NULL,
	"code_id" uuid,
	"before" jsonb,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"verdict" text,
	"line" integer,
	CONSTRAINT "bulk_rows_run_id_row_pk" PRIMARY KEY("run_id","row")
);
--> statement-breakpoint
CREATE TABLE "bulk_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"by" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"spec" jsonb NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"ready" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"undone" integer DEFAULT 0 NOT NULL,
	"retained" integer DEFAULT 0 NOT NULL,
	"warned" integer DEFAULT 0 NOT NULL,
	"stop_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "categorised_products" (
	"product_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "categorised_products_product_id_category_id_pk" PRIMARY KEY("product_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "currencies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"exchange_rate" numeric NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "currencies_rate" CHECK ("currencies"."exchange_rate" > 0)
);
--> statement-breakpoint
CREATE TABLE "product_categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"parent_id" uuid,
	"slug" text NOT NULL,
	"path" text NOT NULL,
	"sort_title" text NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "product_categories_no_ring" CHECK ("product_categories"."parent_id" <> "product_categories"."id")
);
--> statement-breakpoint
CREATE TABLE "product_units" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"title_key" text NOT NULL,
	"sort_title" text NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"image_id" text NOT NULL,
	"price" numeric NOT NULL,
	"currency_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"description" text NOT NULL,
	"keywords" text[] NOT NULL,
	"detail" text NOT NULL,
	"sort_title" text NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "products_price" CHECK ("products"."price" >= 0),
	CONSTRAINT "products_quantity" CHECK ("products"."quantity" >= 0)
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "chat_messages_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"owner_id" text DEFAULT '' NOT NULL,
	"from" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"question_id" uuid,
	"answering_until" timestamp with time zone,
	"is_stopped" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_file_tickets" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"request" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_report_actions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "code_report_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by" text NOT NULL,
	"action" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "custom_domains" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"domain" text NOT NULL,
	"enabled" boolean NOT NULL,
	"proven_at" timestamp with time zone,
	"check_at" timestamp with time zone,
	"missing_since" timestamp with time zone,
	"misses" integer DEFAULT 0 NOT NULL,
	"lost_at" timestamp with time zone,
	"lost_by" text,
	"certificate_checked_at" timestamp with time zone,
	"certificate_ends_at" timestamp with time zone,
	"certificate_fault" text,
	CONSTRAINT "custom_domains_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "gateway_notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateway_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"provider" text NOT NULL,
	"headers" text NOT NULL,
	"body" text NOT NULL,
	"outcome" text DEFAULT 'received' NOT NULL,
	"payment" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconciliations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"provider" text NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"to" timestamp with time zone NOT NULL,
	"compared" integer NOT NULL,
	"findings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "generated_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"file_name" text NOT NULL,
	"payload" text NOT NULL,
	"settings" jsonb NOT NULL,
	"logo" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"user_id" text PRIMARY KEY NOT NULL,
	"ending" text NOT NULL,
	"keep_pdf_pages" boolean NOT NULL,
	"email" text,
	"step" integer DEFAULT 0 NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"day" date NOT NULL,
	"number" integer DEFAULT 1 NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"language" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"parts_done" integer DEFAULT 0 NOT NULL,
	"parts" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"key" text,
	"sha256" text,
	"ready_at" timestamp with time zone,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storage_use" (
	"user_id" text PRIMARY KEY NOT NULL,
	"files" integer NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_preferences" (
	"user_id" text PRIMARY KEY NOT NULL,
	"refused" text[] DEFAULT '{}' NOT NULL,
	"weekly_report" boolean DEFAULT false NOT NULL,
	"unsubscribe_key" text NOT NULL,
	CONSTRAINT "mail_preferences_unsubscribe_key" UNIQUE("unsubscribe_key")
);
--> statement-breakpoint
CREATE TABLE "page_pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"page_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"use" text NOT NULL,
	"small_size" integer NOT NULL,
	"small_sha256" text NOT NULL,
	"large_size" integer NOT NULL,
	"large_sha256" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"unused_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "page_reviews" (
	"page_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"content" jsonb NOT NULL,
	"names" text[] NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_at" timestamp with time zone,
	"approved_claim" text
);
--> statement-breakpoint
CREATE TABLE "code_page_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"page_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"number" integer NOT NULL,
	"account_since" timestamp with time zone,
	"published_at" timestamp with time zone NOT NULL,
	"changes" integer DEFAULT 0 NOT NULL,
	"replaced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "code_pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"draft" jsonb NOT NULL,
	"draft_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pdf_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"company_name" text NOT NULL,
	"title" text NOT NULL,
	"website" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pdf_counters" (
	"code_id" uuid PRIMARY KEY NOT NULL,
	"opens" bigint DEFAULT 0 NOT NULL,
	"downloads" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pdf_names" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"code_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pdf_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code_id" uuid NOT NULL,
	"file_id" text NOT NULL,
	"key" text NOT NULL,
	"file_name" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"is_page_tried" boolean DEFAULT false NOT NULL,
	"page_width" integer,
	"page_height" integer,
	"page_bytes" integer,
	"page_sha256" text,
	"placed_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "pdf_versions_file_id_unique" UNIQUE("file_id")
);
--> statement-breakpoint
CREATE TABLE "cleared_targets" (
	"code_id" uuid NOT NULL,
	"target" text NOT NULL,
	"version" text
);
--> statement-breakpoint
CREATE TABLE "code_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"target" text NOT NULL,
	"visitor" text NOT NULL,
	"counted" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_by" bigint
);
--> statement-breakpoint
CREATE TABLE "reported_codes" (
	"code_id" uuid PRIMARY KEY NOT NULL,
	"user_id" text DEFAULT '' NOT NULL,
	"open" integer NOT NULL,
	"total" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"warned_at" timestamp with time zone,
	"warned_by" text,
	"waiting_since" timestamp with time zone,
	"networks" integer DEFAULT 0 NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL,
	"needed" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scan_archives" (
	"key" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"part" integer NOT NULL,
	"rows" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"footer_bytes" integer NOT NULL,
	"footer_sha256" text NOT NULL,
	"first_code" uuid NOT NULL,
	"last_code" uuid NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"sums" jsonb NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"compared_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_dropped" boolean DEFAULT false NOT NULL,
	CONSTRAINT "scan_archives_day_part_unique" UNIQUE("day","part")
);
--> statement-breakpoint
CREATE TABLE "scan_agents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_agents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_agent" text NOT NULL,
	"device" text NOT NULL,
	"system" text NOT NULL,
	"browser" text NOT NULL,
	"used_on" date DEFAULT (now() at time zone 'UTC')::date NOT NULL,
	CONSTRAINT "scan_agents_all" UNIQUE("user_agent","device","system","browser")
);
--> statement-breakpoint
CREATE TABLE "scan_batches" (
	"id" text PRIMARY KEY NOT NULL,
	"stored_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scan_breakdowns" (
	"subject" uuid NOT NULL,
	"minutes" smallint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"keys" text[] NOT NULL,
	"scans" integer[] NOT NULL,
	"uniques" integer[] NOT NULL,
	"quarters" bigint[],
	CONSTRAINT "scan_breakdowns_subject_minutes_at_pk" PRIMARY KEY("subject","minutes","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "scan_closing" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"parts_until" timestamp with time zone DEFAULT date_trunc('hour', now(), 'UTC') NOT NULL,
	"hours_until" timestamp with time zone DEFAULT date_trunc('hour', now(), 'UTC') NOT NULL,
	"days_until" timestamp with time zone DEFAULT date_trunc('day', now(), 'UTC') NOT NULL,
	"codes_after" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"owners_after" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"packed_until" timestamp with time zone,
	"packed_subject" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"packed_at" timestamp with time zone DEFAULT '-infinity' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scan_code_numbers" (
	"code" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_code_numbers_code_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code_id" uuid NOT NULL,
	CONSTRAINT "scan_code_numbers_code_id_unique" UNIQUE("code_id")
);
--> statement-breakpoint
CREATE TABLE "scan_counters" (
	"code_id" uuid PRIMARY KEY NOT NULL,
	"scans" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scan_countries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_countries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"value" text NOT NULL,
	"used_on" date DEFAULT (now() at time zone 'UTC')::date NOT NULL,
	CONSTRAINT "scan_countries_value_unique" UNIQUE("value")
);
--> statement-breakpoint
CREATE TABLE "scan_inbox" (
	"at" timestamp with time zone NOT NULL,
	"visitor" bigint NOT NULL,
	"code" integer NOT NULL,
	"agent" integer NOT NULL,
	"referrer" integer NOT NULL,
	"language" integer NOT NULL,
	"country" integer NOT NULL,
	"kind" smallint NOT NULL,
	"flags" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scan_languages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_languages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"value" text NOT NULL,
	"used_on" date DEFAULT (now() at time zone 'UTC')::date NOT NULL,
	CONSTRAINT "scan_languages_value_unique" UNIQUE("value")
);
--> statement-breakpoint
CREATE TABLE "scan_log" (
	"at" timestamp with time zone NOT NULL,
	"visitor" bigint NOT NULL,
	"code" integer NOT NULL,
	"agent" integer NOT NULL,
	"referrer" integer NOT NULL,
	"language" integer NOT NULL,
	"country" integer NOT NULL,
	"kind" smallint NOT NULL,
	"flags" smallint NOT NULL
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "scan_owner_days" (
	"day" timestamp with time zone NOT NULL,
	"subject" uuid NOT NULL,
	CONSTRAINT "scan_owner_days_day_subject_pk" PRIMARY KEY("day","subject")
);
--> statement-breakpoint
CREATE TABLE "scan_owners" (
	"user_id" text PRIMARY KEY NOT NULL,
	"subject" uuid DEFAULT gen_random_uuid() NOT NULL,
	"scans" bigint DEFAULT 0 NOT NULL,
	"sealed_at" timestamp with time zone,
	CONSTRAINT "scan_owners_subject_unique" UNIQUE("subject")
);
--> statement-breakpoint
CREATE TABLE "scan_quarters" (
	"subject" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"scans" integer NOT NULL,
	"uniques" integer NOT NULL,
	CONSTRAINT "scan_quarters_subject_at_pk" PRIMARY KEY("subject","at")
);
--> statement-breakpoint
CREATE TABLE "scan_referrers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scan_referrers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"value" text NOT NULL,
	"used_on" date DEFAULT (now() at time zone 'UTC')::date NOT NULL,
	CONSTRAINT "scan_referrers_value_unique" UNIQUE("value")
);
--> statement-breakpoint
CREATE TABLE "scan_retention" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"whole_from" date
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "proposals_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"owner_id" text DEFAULT '' NOT NULL,
	"message_id" uuid,
	"program" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"code_id" uuid,
	"changes" jsonb NOT NULL,
	"status" text DEFAULT 'proposed' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "code_takedowns" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "code_takedowns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"code_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"lifted_at" timestamp with time zone,
	"lifted_by" text
);
--> statement-breakpoint
CREATE TABLE "domain_paths" (
	"user_id" text NOT NULL,
	"host" text NOT NULL,
	"path" text NOT NULL,
	"code_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "domain_paths_user_id_host_path_pk" PRIMARY KEY("user_id","host","path")
);
--> statement-breakpoint
CREATE TABLE "dynamic_ids" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"code_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_tickets" (
	"code_id" uuid NOT NULL,
	"rule_id" integer NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "rule_tickets_code_id_rule_id_pk" PRIMARY KEY("code_id","rule_id")
);
--> statement-breakpoint
CREATE TABLE "user_code_blocks" (
	"user_id" text NOT NULL,
	"product_id" text NOT NULL,
	"content_type" text NOT NULL,
	"block" integer NOT NULL,
	"total" integer NOT NULL,
	CONSTRAINT "user_code_blocks_user_id_product_id_content_type_block_pk" PRIMARY KEY("user_id","product_id","content_type","block")
);
--> statement-breakpoint
CREATE TABLE "user_code_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_code_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"field" text NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_code_lists" (
	"user_id" text NOT NULL,
	"product_id" text NOT NULL,
	"last_ordinal" bigint NOT NULL,
	CONSTRAINT "user_code_lists_user_id_product_id_pk" PRIMARY KEY("user_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "user_code_ranks" (
	"code_id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"product_id" text NOT NULL,
	"ordinal" bigint NOT NULL,
	"scans" bigint NOT NULL,
	"last_scan_ms" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_code_tag_totals" (
	"user_id" text NOT NULL,
	"product_id" text NOT NULL,
	"tag" text NOT NULL,
	"total" integer NOT NULL,
	CONSTRAINT "user_code_tag_totals_user_id_product_id_tag_pk" PRIMARY KEY("user_id","product_id","tag")
);
--> statement-breakpoint
CREATE TABLE "user_code_totals" (
	"user_id" text NOT NULL,
	"product_id" text NOT NULL,
	"content_type" text NOT NULL,
	"total" integer NOT NULL,
	CONSTRAINT "user_code_totals_user_id_product_id_content_type_pk" PRIMARY KEY("user_id","product_id","content_type")
);
--> statement-breakpoint
CREATE TABLE "user_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"product_id" text NOT NULL,
	"content_type" text NOT NULL,
	"code_content" text NOT NULL,
	"dynamic_id" text,
	"target" text,
	"name" text DEFAULT '' NOT NULL,
	"name_follows_title" boolean DEFAULT false NOT NULL,
	"google_analytics_id" text DEFAULT '' NOT NULL,
	"image_key" text NOT NULL,
	"qr_custom_settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"logo" jsonb,
	"rules" jsonb,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"ordinal" bigint DEFAULT 0 NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"sort_name" text DEFAULT '' NOT NULL,
	"imported" jsonb,
	"created_by" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"last_scan_at" timestamp with time zone,
	"purged_at" timestamp with time zone,
	CONSTRAINT "user_codes_image_key_unique" UNIQUE("image_key"),
	CONSTRAINT "user_codes_dynamic" CHECK (("user_codes"."product_id" = 'dynamic-code') = ("user_codes"."dynamic_id" is not null and "user_codes"."target" is not null))
);
--> statement-breakpoint
CREATE TABLE "scan_marks" (
	"code_id" uuid PRIMARY KEY NOT NULL,
	"told" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"webhook_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"accepted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "webhook_deliveries_webhook_id_event_id_pk" PRIMARY KEY("webhook_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" text NOT NULL,
	"old_secret" text,
	"old_secret_until" timestamp with time zone,
	"token" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"off_reason" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failing_since" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_accepted_at" timestamp with time zone,
	CONSTRAINT "webhooks_once" UNIQUE("user_id","url"),
	CONSTRAINT "webhooks_events" CHECK (cardinality("webhooks"."events") > 0)
);
--> statement-breakpoint
CREATE TABLE "workspace_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workspace_id" text NOT NULL,
	"role" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"token_hash" text,
	"invited_by_id" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_how" text,
	CONSTRAINT "workspace_invitations_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "workspace_members" (
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"is_home" boolean DEFAULT false NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	"weekly_report" boolean DEFAULT false NOT NULL,
	"seen_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	CONSTRAINT "workspace_members_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id"),
	CONSTRAINT "workspace_members_role" CHECK ("workspace_members"."role" in ('owner', 'manager', 'editor', 'billing', 'viewer')),
	CONSTRAINT "workspace_members_home_is_own" CHECK (not "workspace_members"."is_home" or "workspace_members"."role" = 'owner')
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"offered_to" text,
	"offer_expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "ledger_checks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"findings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" uuid NOT NULL,
	"account" text NOT NULL,
	"direction" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"idempotency_key" text NOT NULL,
	"type" text NOT NULL,
	"payment_id" uuid,
	"invoice_id" uuid,
	"reverses_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_transactions_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "ledger_transactions_reverses_id_unique" UNIQUE("reverses_id")
);
--> statement-breakpoint
CREATE TABLE "operator_actions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"amount" bigint
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"user_id" text PRIMARY KEY NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"owed" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "wallets_balance" CHECK ("wallets"."balance" >= 0),
	CONSTRAINT "wallets_owed" CHECK ("wallets"."owed" >= 0)
);
--> statement-breakpoint
CREATE TABLE "billing_movements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"type" text NOT NULL,
	"payment_id" uuid,
	"invoice_id" uuid,
	"plan" text,
	"amount" bigint NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_movements_payment_id_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"blocked_until" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"files" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restores_without_log" (
	"at" timestamp with time zone PRIMARY KEY DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "workspace_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workspace_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by_id" text NOT NULL,
	"by_key" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"member_id" text NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" text NOT NULL,
	"call" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status_code" integer NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_call_key_pk" PRIMARY KEY("user_id","call","key")
);
--> statement-breakpoint
CREATE TABLE "job_rounds" (
	"name" text PRIMARY KEY NOT NULL,
	"every_seconds" integer NOT NULL,
	"known_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp with time zone,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"dedupe_key" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"address" text,
	"language" text,
	"values" jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mail_outbox_dedupe_key" UNIQUE("dedupe_key"),
	CONSTRAINT "mail_outbox_address" CHECK ("mail_outbox"."address" ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,189}$')
);
--> statement-breakpoint
CREATE TABLE "outbox_events" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"type" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"key" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"version" text NOT NULL,
	"machine" text NOT NULL,
	"pid" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"figures" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_keys" (
	"day" date PRIMARY KEY NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_proofs" (
	"signature" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trusted_clock" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"trusted_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"steady_from" timestamp with time zone NOT NULL,
	"watched_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp" ADD CONSTRAINT "totp_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "permissions" ADD CONSTRAINT "permissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_tokens" ADD CONSTRAINT "grant_tokens_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_plans_code_fk" FOREIGN KEY ("plan") REFERENCES "public"."plans"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categorised_products" ADD CONSTRAINT "categorised_products_product" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categorised_products" ADD CONSTRAINT "categorised_products_category" FOREIGN KEY ("category_id") REFERENCES "public"."product_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_parent" FOREIGN KEY ("parent_id") REFERENCES "public"."product_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_image" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_currency" FOREIGN KEY ("currency_id") REFERENCES "public"."currencies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_unit" FOREIGN KEY ("unit_id") REFERENCES "public"."product_units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_reviews" ADD CONSTRAINT "page_reviews_page_id_code_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."code_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_page_versions" ADD CONSTRAINT "code_page_versions_page_id_code_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."code_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pdf_versions" ADD CONSTRAINT "pdf_versions_code_id_pdf_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."pdf_codes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_outbox_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."outbox_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "identities_user" ON "identities" USING btree ("user_id","issuer");--> statement-breakpoint
CREATE INDEX "one_time_tokens_user" ON "one_time_tokens" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "one_time_tokens_expiry" ON "one_time_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_actions_user" ON "user_actions" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree ("username_key");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email")) WHERE "users"."email_verified_at" is not null or not "users"."must_verify";--> statement-breakpoint
CREATE INDEX "users_by_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE "users"."role" = 'admin';--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE "users"."suspended_at" is not null;--> statement-breakpoint
CREATE INDEX "users_not_approved" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE "users"."approved_at" is null;--> statement-breakpoint
CREATE INDEX "users_deleting" ON "users" USING btree ("deleting_at") WHERE "users"."deleting_at" is not null;--> statement-breakpoint
CREATE INDEX "grant_tokens_key" ON "grant_tokens" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "oauth_codes_person" ON "oauth_codes" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "api_keys_workspace" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_keys_person" ON "api_keys" USING btree ("person_id") WHERE "api_keys"."person_id" <> '';--> statement-breakpoint
CREATE INDEX "token_reservations_user" ON "token_reservations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("user_id","issued_at") WHERE "invoices"."status" = 'open';--> statement-breakpoint
CREATE INDEX "invoices_user" ON "invoices" USING btree ("user_id","issued_at");--> statement-breakpoint
CREATE INDEX "billing_notices_user" ON "billing_notices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "receipts_state" ON "receipts" USING btree ("state","received_at","id");--> statement-breakpoint
CREATE INDEX "receipts_payment_id" ON "receipts" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "receipts_bank_reference" ON "receipts" USING btree ("bank_reference") WHERE "receipts"."bank_reference" <> '';--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_ask" ON "refunds" USING btree ("ask_at") WHERE "refunds"."ask_at" is not null;--> statement-breakpoint
CREATE INDEX "quotes_expires" ON "quotes" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_open_change" ON "payments" USING btree ("user_id") WHERE "payments"."purpose" = 'plan_change' and "payments"."status" in ('created', 'pending', 'underpaid');--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("expires_at") WHERE "payments"."status" in ('created', 'pending', 'underpaid');--> statement-breakpoint
CREATE INDEX "payments_ask" ON "payments" USING btree ("ask_at") WHERE "payments"."ask_at" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_end" ON "subscriptions" USING btree ("end_at");--> statement-breakpoint
CREATE INDEX "bulk_rows_outcome" ON "bulk_rows" USING btree ("run_id","outcome","row");--> statement-breakpoint
CREATE INDEX "bulk_rows_verdict" ON "bulk_rows" USING btree ("run_id","verdict","row") WHERE "bulk_rows"."verdict" is not null;--> statement-breakpoint
CREATE INDEX "bulk_runs_owner" ON "bulk_runs" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "bulk_runs_running" ON "bulk_runs" USING btree ("started_at") WHERE "bulk_runs"."state" in ('running', 'undoing');--> statement-breakpoint
CREATE INDEX "categorised_products_of" ON "categorised_products" USING btree ("category_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "currencies_code" ON "currencies" USING btree ("code" collate "C");--> statement-breakpoint
CREATE INDEX "currencies_by_rate" ON "currencies" USING btree ("exchange_rate","id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_categories_path" ON "product_categories" USING btree ("path");--> statement-breakpoint
CREATE INDEX "product_categories_tree" ON "product_categories" USING btree ((string_to_array("path", '/')) collate "C");--> statement-breakpoint
CREATE INDEX "product_categories_by_title" ON "product_categories" USING btree ("sort_title" collate "C","id");--> statement-breakpoint
CREATE INDEX "product_categories_newest" ON "product_categories" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "product_categories_of" ON "product_categories" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_units_title" ON "product_units" USING btree ("title_key");--> statement-breakpoint
CREATE INDEX "product_units_by_title" ON "product_units" USING btree ("sort_title" collate "C","id");--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "products_by_title" ON "products" USING btree ("sort_title" collate "C","id");--> statement-breakpoint
CREATE INDEX "products_by_quantity" ON "products" USING btree ("quantity","id");--> statement-breakpoint
CREATE INDEX "products_of_currency" ON "products" USING btree ("currency_id");--> statement-breakpoint
CREATE INDEX "products_of_unit" ON "products" USING btree ("unit_id");--> statement-breakpoint
CREATE INDEX "chat_messages_history" ON "chat_messages" USING btree ("user_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_answer" ON "chat_messages" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "code_file_tickets_expiry" ON "code_file_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "code_report_actions_code" ON "code_report_actions" USING btree ("code_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_domains_proven" ON "custom_domains" USING btree ("domain") WHERE "custom_domains"."proven_at" is not null;--> statement-breakpoint
CREATE INDEX "custom_domains_missing" ON "custom_domains" USING btree ("missing_since") WHERE "custom_domains"."missing_since" is not null;--> statement-breakpoint
CREATE INDEX "custom_domains_check" ON "custom_domains" USING btree ("check_at","user_id","kind");--> statement-breakpoint
CREATE INDEX "gateway_notices_at" ON "gateway_notices" USING btree ("at");--> statement-breakpoint
CREATE INDEX "gateway_notices_provider" ON "gateway_notices" USING btree ("provider","at");--> statement-breakpoint
CREATE INDEX "reconciliations_provider" ON "reconciliations" USING btree ("provider","at");--> statement-breakpoint
CREATE INDEX "generated_codes_newest" ON "generated_codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "erasures_running" ON "erasures" USING btree ("begun_at") WHERE "erasures"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "exports_number" ON "exports" USING btree ("user_id","day","number") WHERE "exports"."status" <> 'failed';--> statement-breakpoint
CREATE UNIQUE INDEX "exports_one_at_once" ON "exports" USING btree ("user_id") WHERE "exports"."status" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "exports_user" ON "exports" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE INDEX "exports_expiry" ON "exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "files_user" ON "files" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "images_user" ON "images" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mail_preferences_weekly" ON "mail_preferences" USING btree ("user_id") WHERE "mail_preferences"."weekly_report";--> statement-breakpoint
CREATE INDEX "page_pictures_page" ON "page_pictures" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "page_pictures_user" ON "page_pictures" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "page_pictures_unused" ON "page_pictures" USING btree ("unused_since") WHERE "page_pictures"."unused_since" is not null;--> statement-breakpoint
CREATE INDEX "page_reviews_waiting" ON "page_reviews" USING btree ("requested_at") WHERE "page_reviews"."decision" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "code_page_versions_current" ON "code_page_versions" USING btree ("page_id") WHERE "code_page_versions"."replaced_at" is null;--> statement-breakpoint
CREATE INDEX "code_page_versions_newest" ON "code_page_versions" USING btree ("page_id","published_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "code_page_versions_replaced" ON "code_page_versions" USING btree ("replaced_at") WHERE "code_page_versions"."replaced_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "pdf_versions_current" ON "pdf_versions" USING btree ("code_id") WHERE "pdf_versions"."replaced_at" is null;--> statement-breakpoint
CREATE INDEX "pdf_versions_newest" ON "pdf_versions" USING btree ("code_id","placed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pdf_versions_replaced" ON "pdf_versions" USING btree ("replaced_at") WHERE "pdf_versions"."replaced_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "cleared_targets_once" ON "cleared_targets" USING btree ("code_id",md5("target"));--> statement-breakpoint
CREATE UNIQUE INDEX "code_reports_once" ON "code_reports" USING btree ("code_id","visitor",md5("target"));--> statement-breakpoint
CREATE INDEX "code_reports_of_code" ON "code_reports" USING btree ("code_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "reported_codes_urgent" ON "reported_codes" USING btree (("waiting_since" is null),"networks" DESC NULLS FIRST,"last_at" DESC NULLS FIRST,"code_id") WHERE "reported_codes"."open" > 0;--> statement-breakpoint
CREATE INDEX "reported_codes_closed" ON "reported_codes" USING btree ("last_at" DESC NULLS FIRST,"code_id") WHERE "reported_codes"."open" = 0;--> statement-breakpoint
CREATE INDEX "reported_codes_owner" ON "reported_codes" USING btree ("user_id","last_at") WHERE "reported_codes"."open" > 0 or "reported_codes"."warned_at" is not null;--> statement-breakpoint
CREATE INDEX "scan_log_code_time" ON "scan_log" USING btree ("code","at");--> statement-breakpoint
CREATE INDEX "scan_log_time" ON "scan_log" USING brin ("at") WITH (autosummarize=true);--> statement-breakpoint
CREATE INDEX "proposals_of_user" ON "proposals" USING btree ("user_id","place");--> statement-breakpoint
CREATE INDEX "proposals_of_message" ON "proposals" USING btree ("message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "code_takedowns_held" ON "code_takedowns" USING btree ("key") WHERE "code_takedowns"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "code_takedowns_owner" ON "code_takedowns" USING btree ("user_id") WHERE "code_takedowns"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "domain_paths_code" ON "domain_paths" USING btree ("code_id");--> statement-breakpoint
CREATE INDEX "domain_paths_key" ON "domain_paths" USING btree ("user_id",lower("path"));--> statement-breakpoint
CREATE INDEX "domain_paths_any_case" ON "domain_paths" USING btree (("user_id" || ' ' || "host" || ' ' || lower("path")));--> statement-breakpoint
CREATE INDEX "user_code_changes_code" ON "user_code_changes" USING btree ("code_id","id");--> statement-breakpoint
CREATE INDEX "user_code_ranks_last_scan" ON "user_code_ranks" USING btree ("user_id","product_id","last_scan_ms","ordinal","code_id");--> statement-breakpoint
CREATE INDEX "user_code_ranks_scans" ON "user_code_ranks" USING btree ("user_id","product_id","scans","ordinal","code_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_codes_dynamic_id" ON "user_codes" USING btree (lower("dynamic_id")) WHERE "user_codes"."purged_at" is null;--> statement-breakpoint
CREATE INDEX "user_codes_trash" ON "user_codes" USING btree ("user_id","deleted_at","id") WHERE "user_codes"."deleted_at" is not null and "user_codes"."purged_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","next_at") WHERE "webhook_deliveries"."done_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_not_accepted" ON "webhook_deliveries" USING btree ("webhook_id","event_id") WHERE not "webhook_deliveries"."accepted";--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_invitations_address" ON "workspace_invitations" USING btree ("workspace_id",lower("email")) WHERE "workspace_invitations"."email" <> '' and "workspace_invitations"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "workspace_invitations_newest" ON "workspace_invitations" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_members_owner" ON "workspace_members" USING btree ("workspace_id") WHERE "workspace_members"."role" = 'owner' and "workspace_members"."left_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_members_home" ON "workspace_members" USING btree ("user_id") WHERE "workspace_members"."is_home";--> statement-breakpoint
CREATE INDEX "workspace_members_person" ON "workspace_members" USING btree ("user_id") WHERE "workspace_members"."left_at" is null;--> statement-breakpoint
CREATE INDEX "workspace_members_weekly" ON "workspace_members" USING btree ("workspace_id","user_id") WHERE "workspace_members"."weekly_report";--> statement-breakpoint
CREATE INDEX "ledger_entries_transaction" ON "ledger_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("account","id");--> statement-breakpoint
CREATE INDEX "operator_actions_subject" ON "operator_actions" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "billing_movements_user" ON "billing_movements" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "rate_limits_expiry" ON "rate_limits" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "backups_at" ON "backups" USING btree ("at");--> statement-breakpoint
CREATE INDEX "workspace_events_newest" ON "workspace_events" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "workspace_events_age" ON "workspace_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("next_at") WHERE "mail_outbox"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "mail_outbox_age" ON "mail_outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_events_owner" ON "outbox_events" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "outbox_events_age" ON "outbox_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "processes_seen" ON "processes" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "used_proofs_expiry" ON "used_proofs" USING btree ("expires_at");--> statement-breakpoint
-- Written by hand: what drizzle-kit cannot make of the tables' files, beside PARTITION BY of two tables above.

-- Of tables of other features, which their files may not import. A PDF code is one with its user code.
ALTER TABLE "pdf_codes" ADD CONSTRAINT "pdf_codes_id_user_codes_id_fk" FOREIGN KEY ("id") REFERENCES "user_codes"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "pdf_versions" ADD CONSTRAINT "pdf_versions_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "files"("id");
--> statement-breakpoint
-- Room for new versions of a row in its page (docs/decisions/scan-figures.md).
ALTER TABLE scan_counters SET (fillfactor = 80);
--> statement-breakpoint
ALTER TABLE scan_owners SET (fillfactor = 90);
--> statement-breakpoint
ALTER TABLE scan_quarters SET (fillfactor = 90);
--> statement-breakpoint
ALTER TABLE api_keys SET (fillfactor = 70);
--> statement-breakpoint
-- Each fold deletes what it took, and reads what is left.
ALTER TABLE scan_inbox SET (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100000, autovacuum_vacuum_insert_threshold = -1
);
--> statement-breakpoint
-- The indexes below have it; server/sql/code-lists.sql is where it is changed.
CREATE FUNCTION user_code_keys(user_id text, product_id text, search_text text, tags text[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 2000 AS $$
  SELECT array_agg(DISTINCT hashtext(user_id || '/' || product_id || '/' || key)) FROM (
    SELECT substr(search_text, place, CASE WHEN ascii(substr(search_text, place, 1)) < 3584 THEN 3 ELSE 2 END) AS key
    FROM generate_series(1, length(search_text)) AS place
    UNION ALL
    SELECT '#' || tag FROM unnest(tags) AS tag
  ) AS all_keys
$$;
--> statement-breakpoint
-- With the id, so that a page of the list is read from the index alone.
CREATE INDEX "user_codes_by_creation" ON "user_codes" ("user_id", "product_id", "ordinal") INCLUDE ("id")
WHERE "deleted_at" IS NULL;
--> statement-breakpoint
CREATE INDEX "user_codes_by_type" ON "user_codes" ("user_id", "product_id", "content_type", "ordinal") INCLUDE ("id")
WHERE "deleted_at" IS NULL;
--> statement-breakpoint
CREATE INDEX "user_codes_by_name" ON "user_codes" ("user_id", "product_id", "sort_name" COLLATE "C", "ordinal") INCLUDE ("id")
WHERE "deleted_at" IS NULL;
--> statement-breakpoint
CREATE INDEX "user_codes_by_state" ON "user_codes" ("user_id", "product_id", "enabled", "ordinal") INCLUDE ("id")
WHERE "deleted_at" IS NULL;
--> statement-breakpoint
CREATE INDEX "user_codes_by_keys" ON "user_codes"
USING gin ("user_code_keys"("user_id", "product_id", "search_text", "tags")) WITH (fastupdate = off)
WHERE "deleted_at" IS NULL;
--> statement-breakpoint
CREATE INDEX "users_by_keys" ON "users"
USING gin ("user_code_keys"('', '', "search_text", '{}'::text[])) WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX "products_by_keys" ON "products"
USING gin ("user_code_keys"('', '', "search_text", '{}'::text[])) WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX "product_categories_by_keys" ON "product_categories"
USING gin ("user_code_keys"('', '', "search_text", '{}'::text[])) WITH (fastupdate = off);
--> statement-breakpoint
-- What a printed code leads to. A code in the trash is one that its owner paused.
CREATE VIEW "redirect_targets" AS
SELECT
  lower("dynamic_id") AS "key",
  "id" AS "code_id",
  "target",
  "enabled" AND "deleted_at" IS NULL AS "enabled",
  "google_analytics_id",
  "user_id",
  EXISTS (
    SELECT FROM "code_takedowns" "held" WHERE "held"."key" = lower("user_codes"."dynamic_id") AND "held"."lifted_at" IS NULL
  ) AS "taken_down",
  EXISTS (
    SELECT FROM "reported_codes" "reported" WHERE "reported"."code_id" = "user_codes"."id" AND "reported"."warned_at" IS NOT NULL
  ) AS "warned",
  coalesce((
    SELECT max("change"."at") FROM "user_code_changes" "change"
    WHERE "change"."code_id" = "user_codes"."id" AND "change"."field" IN ('target', 'rules')
  ), "created_at") AS "target_since",
  coalesce((SELECT "counter"."scans" FROM "scan_counters" "counter" WHERE "counter"."code_id" = "user_codes"."id"), 0) AS "scans",
  "rules"
FROM "user_codes" WHERE "dynamic_id" IS NOT NULL AND "purged_at" IS NULL;
--> statement-breakpoint
CREATE VIEW "redirect_domains" AS
  SELECT domain AS host, user_id, EXISTS (
    SELECT FROM domain_paths AS printed
    WHERE printed.user_id = custom_domains.user_id AND printed.host = custom_domains.domain
  ) AS has_paths
  FROM custom_domains
  WHERE kind = 'qrcode' AND enabled AND proven_at IS NOT NULL;
--> statement-breakpoint
CREATE VIEW "redirect_paths" AS
SELECT printed."user_id", printed."host", printed."path", lower(code."dynamic_id") AS "target_key"
FROM "domain_paths" AS printed
JOIN "user_codes" AS code ON code."id" = printed."code_id" AND code."user_id" = printed."user_id"
WHERE code."dynamic_id" IS NOT NULL AND code."purged_at" IS NULL;
--> statement-breakpoint
CREATE VIEW "scan_codes" AS
SELECT "id" AS "code_id", "user_id", "dynamic_id", "deleted_at" IS NOT NULL AS "is_deleted", "name"
FROM "user_codes"
WHERE "dynamic_id" IS NOT NULL;
--> statement-breakpoint
CREATE VIEW "scan_rows" AS
SELECT number."code_id", log."at", log."flags" & 4 <> 0 AS "is_time_corrected",
  (ARRAY['person', 'bot', 'preview', 'prefetch', 'head'])[log."kind" + 1] AS "kind",
  log."flags" & 1 <> 0 AS "is_unique", log."flags" & 2 <> 0 AS "is_repeat", country."value" AS "country",
  agent."device", agent."system", agent."browser", agent."user_agent", referrer."value" AS "referrer",
  language."value" AS "language"
FROM "scan_log" AS log
JOIN "scan_code_numbers" AS number USING ("code")
LEFT JOIN "scan_countries" AS country ON country."id" = log."country"
LEFT JOIN "scan_agents" AS agent ON agent."id" = log."agent"
LEFT JOIN "scan_referrers" AS referrer ON referrer."id" = log."referrer"
LEFT JOIN "scan_languages" AS language ON language."id" = log."language";
--> statement-breakpoint
-- Decodes what scan_pack_quarter makes.
CREATE VIEW "scan_quarter_rows" AS
SELECT "subject", "at" AS "stored_at", "at", "scans", "uniques" FROM "scan_quarters"
UNION ALL
SELECT day."subject", day."at", day."at" + (quarter & 127) * interval '15 minutes',
  (quarter >> 35)::integer, (quarter >> 7 & 268435455)::integer
FROM "scan_breakdowns" AS day CROSS JOIN LATERAL unnest(day."quarters") AS quarter
WHERE day."minutes" = 1440;
--> statement-breakpoint
-- What a report of a code is weighed by; asked for one code at a time.
CREATE VIEW "code_report_facts" AS
SELECT
  "code"."id" AS "code_id",
  -- Another text whenever the code leads elsewhere, even back to where it led before, or its page has another document.
  md5(concat_ws(
    ' ',
    "code"."target",
    (
      SELECT max("change"."id") FROM "user_code_changes" "change"
      WHERE "change"."code_id" = "code"."id" AND "change"."field" IN ('target', 'rules')
    ),
    (
      SELECT "version"."id" FROM "pdf_versions" "version"
      WHERE "version"."code_id" = "code"."id" AND "version"."replaced_at" IS NULL
    ),
    (SELECT "pdf"."website" FROM "pdf_codes" "pdf" WHERE "pdf"."id" = "code"."id"),
    (
      SELECT "shown"."id" FROM "code_page_versions" "shown"
      WHERE "shown"."page_id" = "code"."id" AND "shown"."replaced_at" IS NULL
    )
  )) AS "content_version",
  coalesce((
    SELECT max("day"."uniques") FROM (
      SELECT sum("quarter"."uniques") AS "uniques" FROM "scan_quarter_rows" "quarter"
      WHERE "quarter"."subject" = "code"."id" AND "quarter"."stored_at" >= date_trunc('day', now(), 'UTC') - interval '6 days'
      GROUP BY date_trunc('day', "quarter"."at", 'UTC')
    ) "day"
  ), 0)::integer AS "visitors",
  coalesce(floor(extract(epoch FROM now() - (
    SELECT "first"."created_at" FROM "user_codes" "first"
    WHERE "first"."user_id" = "code"."user_id" AND "first"."product_id" = 'dynamic-code' AND "first"."deleted_at" IS NULL
    ORDER BY "first"."ordinal" LIMIT 1
  )) / 86400), 0)::integer AS "owner_days",
  floor(extract(epoch FROM now() - coalesce((
    SELECT max("change"."at") FROM "user_code_changes" "change"
    WHERE "change"."code_id" = "code"."id" AND "change"."field" IN ('target', 'rules')
  ), "code"."created_at")) / 86400)::integer AS "target_days",
  coalesce((
    SELECT "counter"."scans" FROM "scan_counters" "counter" WHERE "counter"."code_id" = "code"."id"
  ), 0) AS "scans",
  EXISTS (
    SELECT FROM "subscriptions" "bought"
    WHERE "bought"."user_id" = "code"."user_id" AND "bought"."status" = 'active' AND "bought"."price" > 0
      AND "bought"."end_at" > now()
  ) AS "is_paying",
  EXISTS (
    SELECT FROM "code_takedowns" "held" WHERE "held"."user_id" = "code"."user_id" AND "held"."lifted_at" IS NULL
  ) OR EXISTS (
    SELECT FROM "reported_codes" "upheld"
    WHERE "upheld"."user_id" = "code"."user_id" AND "upheld"."warned_at" IS NOT NULL AND "upheld"."warned_by" IS NOT NULL
  ) OR EXISTS (
    SELECT FROM "users" "owner"
    WHERE "owner"."suspended_at" IS NOT NULL AND "owner"."id"::text = "code"."user_id"
  ) AS "has_upheld_report"
FROM "user_codes" "code"
WHERE "code"."dynamic_id" IS NOT NULL AND "code"."deleted_at" IS NULL;
--> statement-breakpoint
-- Until an operator changes them.
INSERT INTO "plans" ("code", "position", "names", "benefits", "price", "period", "addons", "tokens", "over_limit_price", "updated_at") VALUES
('free', 1, '{"vi": "Gói miễn phí", "en": "Free plan", "zh-CN": "免费套餐", "zh-TW": "免費方案", "fr": "Forfait gratuit", "de": "Kostenloser Tarif", "ja": "無料プラン", "ko": "무료 요금제", "ru": "Бесплатный тариф", "es": "Plan gratuito", "pt": "Plano gratuito", "it": "Piano gratuito", "ar": "الباقة المجانية", "hi": "मुफ़्त प्लान", "id": "Paket gratis", "ms": "Pelan percuma", "th": "แพ็กเกจฟรี", "km": "កញ្ចប់ឥតគិតថ្លៃ", "lo": "ແພັກເກດຟຣີ", "my": "အခမဲ့အစီအစဉ်"}', '{"vi": ["Đổi nơi mã đã in dẫn đến bất cứ lúc nào", "Phù hợp để dùng thử"], "en": ["Change where printed codes lead at any time", "For trying things out"], "zh-CN": ["已印刷的二维码可随时更改跳转目标", "适合初次试用"], "zh-TW": ["已印製的 QR Code 可隨時變更連結目標", "適合初次試用"], "fr": ["Changez à tout moment la destination des codes imprimés", "Pour découvrir"], "de": ["Ziel gedruckter Codes jederzeit ändern", "Zum Ausprobieren"], "ja": ["印刷済みコードのリンク先をいつでも変更", "お試し向け"], "ko": ["인쇄한 코드의 연결 주소를 언제든지 변경", "처음 사용해 보는 분께"], "ru": ["Меняйте адрес напечатанных кодов в любое время", "Чтобы попробовать"], "es": ["Cambia cuando quieras el destino de los códigos impresos", "Para empezar a probar"], "pt": ["Mude quando quiser o destino dos códigos impressos", "Para experimentar"], "it": ["Cambia quando vuoi la destinazione dei codici stampati", "Per provare"], "ar": ["غيّر وجهة الرموز المطبوعة في أي وقت", "مناسبة للتجربة"], "hi": ["छपे हुए कोड का लिंक कभी भी बदलें", "आज़माने के लिए"], "id": ["Ubah tujuan kode yang sudah dicetak kapan saja", "Untuk mencoba"], "ms": ["Tukar destinasi kod yang telah dicetak pada bila-bila masa", "Untuk mencuba"], "th": ["เปลี่ยนปลายทางของโค้ดที่พิมพ์แล้วได้ทุกเมื่อ", "เหมาะสำหรับทดลองใช้"], "km": ["ប្ដូរគោលដៅនៃកូដដែលបានបោះពុម្ពគ្រប់ពេល", "សម្រាប់សាកល្បង"], "lo": ["ປ່ຽນປາຍທາງຂອງລະຫັດທີ່ພິມແລ້ວໄດ້ທຸກເວລາ", "ສຳລັບທົດລອງໃຊ້"], "my": ["ပုံနှိပ်ပြီး ကုဒ်၏ ဦးတည်ရာကို အချိန်မရွေး ပြောင်းနိုင်သည်", "စမ်းသုံးရန် သင့်တော်သည်"]}', 0, 'monthly', '{"dynamic-code-storage": 5, "static-code-storage": 20}', 10000, 0, now()),
('basic', 2, '{"vi": "Gói Cơ bản", "en": "Basic", "zh-CN": "基础版", "zh-TW": "基本版", "fr": "Essentiel", "de": "Basis", "ja": "ベーシック", "ko": "베이직", "ru": "Базовый", "es": "Básico", "pt": "Básico", "it": "Base", "ar": "الأساسية", "hi": "बेसिक", "id": "Dasar", "ms": "Asas", "th": "เบสิก", "km": "មូលដ្ឋាន", "lo": "ພື້ນຖານ", "my": "အခြေခံ"}', '{"vi": ["Đổi nơi mã đã in dẫn đến bất cứ lúc nào", "Phù hợp với một cửa hàng"], "en": ["Change where printed codes lead at any time", "For a single shop"], "zh-CN": ["已印刷的二维码可随时更改跳转目标", "适合单间店铺"], "zh-TW": ["已印製的 QR Code 可隨時變更連結目標", "適合單一店面"], "fr": ["Changez à tout moment la destination des codes imprimés", "Pour un commerce"], "de": ["Ziel gedruckter Codes jederzeit ändern", "Für ein einzelnes Geschäft"], "ja": ["印刷済みコードのリンク先をいつでも変更", "1店舗向け"], "ko": ["인쇄한 코드의 연결 주소를 언제든지 변경", "매장 한 곳에 적합"], "ru": ["Меняйте адрес напечатанных кодов в любое время", "Для одного магазина"], "es": ["Cambia cuando quieras el destino de los códigos impresos", "Para una tienda"], "pt": ["Mude quando quiser o destino dos códigos impressos", "Para uma loja"], "it": ["Cambia quando vuoi la destinazione dei codici stampati", "Per un singolo negozio"], "ar": ["غيّر وجهة الرموز المطبوعة في أي وقت", "مناسبة لمتجر واحد"], "hi": ["छपे हुए कोड का लिंक कभी भी बदलें", "एक दुकान के लिए"], "id": ["Ubah tujuan kode yang sudah dicetak kapan saja", "Untuk satu toko"], "ms": ["Tukar destinasi kod yang telah dicetak pada bila-bila masa", "Untuk sebuah kedai"], "th": ["เปลี่ยนปลายทางของโค้ดที่พิมพ์แล้วได้ทุกเมื่อ", "เหมาะสำหรับร้านเดียว"], "km": ["ប្ដូរគោលដៅនៃកូដដែលបានបោះពុម្ពគ្រប់ពេល", "សម្រាប់ហាងមួយ"], "lo": ["ປ່ຽນປາຍທາງຂອງລະຫັດທີ່ພິມແລ້ວໄດ້ທຸກເວລາ", "ສຳລັບຮ້ານດຽວ"], "my": ["ပုံနှိပ်ပြီး ကုဒ်၏ ဦးတည်ရာကို အချိန်မရွေး ပြောင်းနိုင်သည်", "ဆိုင်တစ်ဆိုင်အတွက်"]}', 99000, 'monthly', '{"dynamic-code-storage": 100, "static-code-storage": 500}', 100000, 500, now()),
('pro', 3, '{"vi": "Gói Chuyên nghiệp", "en": "Pro", "zh-CN": "专业版", "zh-TW": "專業版", "fr": "Pro", "de": "Pro", "ja": "プロ", "ko": "프로", "ru": "Про", "es": "Pro", "pt": "Pro", "it": "Pro", "ar": "الاحترافية", "hi": "प्रो", "id": "Pro", "ms": "Pro", "th": "โปร", "km": "ប្រូ", "lo": "ໂປຣ", "my": "ပရို"}', '{"vi": ["Đổi nơi mã đã in dẫn đến bất cứ lúc nào", "Phù hợp với doanh nghiệp đang phát triển"], "en": ["Change where printed codes lead at any time", "For a growing business"], "zh-CN": ["已印刷的二维码可随时更改跳转目标", "适合成长中的企业"], "zh-TW": ["已印製的 QR Code 可隨時變更連結目標", "適合成長中的企業"], "fr": ["Changez à tout moment la destination des codes imprimés", "Pour une entreprise en croissance"], "de": ["Ziel gedruckter Codes jederzeit ändern", "Für wachsende Unternehmen"], "ja": ["印刷済みコードのリンク先をいつでも変更", "成長中の企業向け"], "ko": ["인쇄한 코드의 연결 주소를 언제든지 변경", "성장하는 사업에 적합"], "ru": ["Меняйте адрес напечатанных кодов в любое время", "Для растущего бизнеса"], "es": ["Cambia cuando quieras el destino de los códigos impresos", "Para un negocio en crecimiento"], "pt": ["Mude quando quiser o destino dos códigos impressos", "Para um negócio em crescimento"], "it": ["Cambia quando vuoi la destinazione dei codici stampati", "Per un’attività in crescita"], "ar": ["غيّر وجهة الرموز المطبوعة في أي وقت", "مناسبة للأعمال النامية"], "hi": ["छपे हुए कोड का लिंक कभी भी बदलें", "बढ़ते कारोबार के लिए"], "id": ["Ubah tujuan kode yang sudah dicetak kapan saja", "Untuk usaha yang berkembang"], "ms": ["Tukar destinasi kod yang telah dicetak pada bila-bila masa", "Untuk perniagaan yang berkembang"], "th": ["เปลี่ยนปลายทางของโค้ดที่พิมพ์แล้วได้ทุกเมื่อ", "เหมาะสำหรับธุรกิจที่กำลังเติบโต"], "km": ["ប្ដូរគោលដៅនៃកូដដែលបានបោះពុម្ពគ្រប់ពេល", "សម្រាប់អាជីវកម្មកំពុងរីកចម្រើន"], "lo": ["ປ່ຽນປາຍທາງຂອງລະຫັດທີ່ພິມແລ້ວໄດ້ທຸກເວລາ", "ສຳລັບທຸລະກິດທີ່ກຳລັງເຕີບໂຕ"], "my": ["ပုံနှိပ်ပြီး ကုဒ်၏ ဦးတည်ရာကို အချိန်မရွေး ပြောင်းနိုင်သည်", "တိုးတက်နေသော လုပ်ငန်းအတွက်"]}', 199000, 'monthly', '{"dynamic-code-storage": 500, "static-code-storage": 2000}', 300000, 300, now()),
('business', 4, '{"vi": "Gói Doanh nghiệp", "en": "Business", "zh-CN": "商务版", "zh-TW": "商務版", "fr": "Entreprise", "de": "Business", "ja": "ビジネス", "ko": "비즈니스", "ru": "Бизнес", "es": "Empresa", "pt": "Empresarial", "it": "Business", "ar": "الأعمال", "hi": "बिज़नेस", "id": "Bisnis", "ms": "Perniagaan", "th": "บิสซิเนส", "km": "អាជីវកម្ម", "lo": "ທຸລະກິດ", "my": "စီးပွားရေး"}', '{"vi": ["Đổi nơi mã đã in dẫn đến bất cứ lúc nào", "Phù hợp với nhiều chiến dịch cùng lúc"], "en": ["Change where printed codes lead at any time", "For many campaigns at once"], "zh-CN": ["已印刷的二维码可随时更改跳转目标", "适合同时开展多个活动"], "zh-TW": ["已印製的 QR Code 可隨時變更連結目標", "適合同時進行多個活動"], "fr": ["Changez à tout moment la destination des codes imprimés", "Pour mener plusieurs campagnes à la fois"], "de": ["Ziel gedruckter Codes jederzeit ändern", "Für viele Kampagnen zugleich"], "ja": ["印刷済みコードのリンク先をいつでも変更", "複数のキャンペーンを同時に行う方向け"], "ko": ["인쇄한 코드의 연결 주소를 언제든지 변경", "여러 캠페인을 동시에 진행할 때"], "ru": ["Меняйте адрес напечатанных кодов в любое время", "Для многих кампаний сразу"], "es": ["Cambia cuando quieras el destino de los códigos impresos", "Para muchas campañas a la vez"], "pt": ["Mude quando quiser o destino dos códigos impressos", "Para muitas campanhas ao mesmo tempo"], "it": ["Cambia quando vuoi la destinazione dei codici stampati", "Per molte campagne insieme"], "ar": ["غيّر وجهة الرموز المطبوعة في أي وقت", "مناسبة لحملات كثيرة في آن واحد"], "hi": ["छपे हुए कोड का लिंक कभी भी बदलें", "एक साथ कई अभियानों के लिए"], "id": ["Ubah tujuan kode yang sudah dicetak kapan saja", "Untuk banyak kampanye sekaligus"], "ms": ["Tukar destinasi kod yang telah dicetak pada bila-bila masa", "Untuk banyak kempen serentak"], "th": ["เปลี่ยนปลายทางของโค้ดที่พิมพ์แล้วได้ทุกเมื่อ", "เหมาะสำหรับหลายแคมเปญพร้อมกัน"], "km": ["ប្ដូរគោលដៅនៃកូដដែលបានបោះពុម្ពគ្រប់ពេល", "សម្រាប់យុទ្ធនាការច្រើនក្នុងពេលតែមួយ"], "lo": ["ປ່ຽນປາຍທາງຂອງລະຫັດທີ່ພິມແລ້ວໄດ້ທຸກເວລາ", "ສຳລັບຫຼາຍແຄມເປນພ້ອມກັນ"], "my": ["ပုံနှိပ်ပြီး ကုဒ်၏ ဦးတည်ရာကို အချိန်မရွေး ပြောင်းနိုင်သည်", "ကမ်ပိန်းများစွာ တစ်ပြိုင်နက်အတွက်"]}', 499000, 'monthly', '{"dynamic-code-storage": 5000, "static-code-storage": 20000}', 1000000, 100, now());
