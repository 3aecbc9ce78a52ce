CREATE TABLE "installation" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"first_admin_id" uuid,
	"setup_token_hash" text,
	CONSTRAINT "installation_single_row" CHECK ("installation"."id" = 1)
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
	"absolute_expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"photo" text DEFAULT '' NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"suspended_at" timestamp with time zone,
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
CREATE TABLE "scan_batches" (
	"id" text PRIMARY KEY NOT NULL,
	"stored_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scan_counters" (
	"code_id" uuid PRIMARY KEY NOT NULL,
	"scans" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scans" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"visitor" text NOT NULL,
	"country" text,
	"user_agent" text DEFAULT '' NOT NULL,
	"referrer" text DEFAULT '' NOT NULL,
	"language" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dynamic_ids" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"code_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"google_analytics_id" text DEFAULT '' NOT NULL,
	"image_key" text NOT NULL,
	"qr_custom_settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_by" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "user_codes_image_key_unique" UNIQUE("image_key"),
	CONSTRAINT "user_codes_dynamic" CHECK (("user_codes"."product_id" = 'dynamic-code') = ("user_codes"."dynamic_id" is not null and "user_codes"."target" is not null))
);
--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_first_admin_id_users_id_fk" FOREIGN KEY ("first_admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "permissions" ADD CONSTRAINT "permissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "images_user" ON "images" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "scans_code_time" ON "scans" USING btree ("code_id","at");--> statement-breakpoint
CREATE INDEX "user_codes_newest" ON "user_codes" USING btree ("user_id","product_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "user_codes"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "user_codes_dynamic_id" ON "user_codes" USING btree (lower("dynamic_id")) WHERE "user_codes"."deleted_at" is null;