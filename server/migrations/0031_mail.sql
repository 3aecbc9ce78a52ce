CREATE TABLE "mail_preferences" (
	"user_id" text PRIMARY KEY NOT NULL,
	"refused" text[] DEFAULT '{}' NOT NULL,
	"weekly_report" boolean DEFAULT false NOT NULL,
	"unsubscribe_key" text NOT NULL,
	CONSTRAINT "mail_preferences_unsubscribe_key" UNIQUE("unsubscribe_key")
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"dedupe_key" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"address" text,
	"language" text NOT NULL,
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
CREATE INDEX "mail_preferences_weekly" ON "mail_preferences" USING btree ("user_id") WHERE "mail_preferences"."weekly_report";--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("next_at") WHERE "mail_outbox"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "mail_outbox_age" ON "mail_outbox" USING btree ("created_at");