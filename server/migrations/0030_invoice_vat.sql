CREATE TABLE "vat_rates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vat_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"percent" integer NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "vat_percent" integer;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "vat_amount" bigint;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_vat" CHECK (("invoices"."vat_percent" is null) = ("invoices"."vat_amount" is null));