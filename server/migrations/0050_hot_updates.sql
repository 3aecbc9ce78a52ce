-- Counters are updated with every batch of scans: with room in its page a new version of a row needs no entry in the
-- index (HOT). Applies to pages from now on; the lock holds up neither reads nor writes.
ALTER TABLE scan_counters SET (fillfactor = 90);--> statement-breakpoint
ALTER TABLE scan_owners SET (fillfactor = 90);--> statement-breakpoint
ALTER TABLE scan_quarters SET (fillfactor = 90);--> statement-breakpoint
ALTER TABLE scan_facets SET (fillfactor = 90);
