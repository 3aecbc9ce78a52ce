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
	"placed_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "pdf_versions_file_id_unique" UNIQUE("file_id")
);
--> statement-breakpoint
ALTER TABLE "pdf_versions" ADD CONSTRAINT "pdf_versions_code_id_pdf_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."pdf_codes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pdf_versions_current" ON "pdf_versions" USING btree ("code_id") WHERE "pdf_versions"."replaced_at" is null;--> statement-breakpoint
CREATE INDEX "pdf_versions_newest" ON "pdf_versions" USING btree ("code_id","placed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pdf_versions_replaced" ON "pdf_versions" USING btree ("replaced_at") WHERE "pdf_versions"."replaced_at" is not null;