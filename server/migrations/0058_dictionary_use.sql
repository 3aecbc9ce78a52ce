ALTER TABLE "scan_agents" ADD COLUMN "used_on" date DEFAULT (now() at time zone 'UTC')::date NOT NULL;--> statement-breakpoint
ALTER TABLE "scan_countries" ADD COLUMN "used_on" date DEFAULT (now() at time zone 'UTC')::date NOT NULL;--> statement-breakpoint
ALTER TABLE "scan_languages" ADD COLUMN "used_on" date DEFAULT (now() at time zone 'UTC')::date NOT NULL;--> statement-breakpoint
ALTER TABLE "scan_referrers" ADD COLUMN "used_on" date DEFAULT (now() at time zone 'UTC')::date NOT NULL;