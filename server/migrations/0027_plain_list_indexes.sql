DROP INDEX "reported_codes_open";--> statement-breakpoint
DROP INDEX "reported_codes_closed";--> statement-breakpoint
DROP INDEX "custom_domains_check";--> statement-breakpoint
CREATE INDEX "reported_codes_open" ON "reported_codes" USING btree ("last_at" DESC NULLS FIRST,"code_id") WHERE "reported_codes"."open" > 0;--> statement-breakpoint
CREATE INDEX "reported_codes_closed" ON "reported_codes" USING btree ("last_at" DESC NULLS FIRST,"code_id") WHERE "reported_codes"."open" = 0;--> statement-breakpoint
CREATE INDEX "custom_domains_check" ON "custom_domains" USING btree ("check_at","user_id","kind");