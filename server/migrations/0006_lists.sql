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
	"scans" bigint NOT NULL
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
DROP INDEX "user_codes_newest";--> statement-breakpoint
ALTER TABLE "user_codes" ADD COLUMN "ordinal" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_codes" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_codes" ADD COLUMN "sort_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "user_code_changes_code" ON "user_code_changes" USING btree ("code_id","id");--> statement-breakpoint
CREATE INDEX "user_code_ranks_scans" ON "user_code_ranks" USING btree ("user_id","product_id","scans","ordinal","code_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");