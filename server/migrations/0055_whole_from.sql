-- Months that were dropped before this was recorded.
UPDATE "scan_retention" SET "whole_from" = (
  SELECT min(to_date(right(inhrelid::regclass::text, 7), 'YYYY_MM')) FROM pg_inherits WHERE inhparent = 'scans'::regclass
);
