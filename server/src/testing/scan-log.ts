/**
 * A statement that puts many scans into the log, past the import that would count them. Partitions for their days must be
 * there (scan_ensure_day).
 * @param scans a SELECT of code_id, at, kind, is_unique, is_repeat, visitor, country, device, system, browser, user_agent,
 * referrer and language
 */
export const insertIntoLog = (scans: string): string => `
  with scans as materialized (${scans}),
  codes as (${dictionary('scan_code_numbers', ['code_id'], ['code_id'])}),
  agents as (${dictionary('scan_agents', AGENT, AGENT)}),
  referrers as (${dictionary('scan_referrers', ['value'], ['referrer'])}),
  languages as (${dictionary('scan_languages', ['value'], ['language'])}),
  countries as (${dictionary('scan_countries', ['value'], ['country'])})
  insert into scan_log (at, visitor, code, agent, referrer, language, country, kind, flags)
  select at, hashtextextended(visitor, 0), code, agents.id, referrers.id, languages.id, countries.id,
    array_position(array['person', 'bot', 'preview', 'prefetch', 'head'], kind) - 1,
    is_unique::int + 2 * is_repeat::int
  from scans join codes using (code_id) join agents using (${AGENT.join()})
    join referrers on referrers.value = referrer join languages on languages.value = language
    join countries on countries.value = country`

const AGENT = ['user_agent', 'device', 'system', 'browser']

const dictionary = (table: string, key: string[], columns: string[]): string => `
    insert into ${table} (${key.join()}) select distinct ${columns.join()} from scans
    on conflict (${key.join()}) do update set ${key[0]} = excluded.${key[0]} returning *`
