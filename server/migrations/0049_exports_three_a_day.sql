DROP INDEX "exports_once_a_day";--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "exports_number" ON "exports" USING btree ("user_id","day","number") WHERE "exports"."status" <> 'failed';