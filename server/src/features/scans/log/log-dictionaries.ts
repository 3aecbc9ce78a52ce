import type { Database } from '../../../platform/db/database'
import { Dictionary } from './dictionary'
import { type DictionaryEntry, type DictionaryTable, forgetUnused } from './dictionary-repository'

/** The numbers of a row of the log. */
export interface RowNumbers {
  code: number
  agent: number
  referrer: number
  language: number
  country: number
}

/** Stands for all texts beyond the limit of a table. */
const OTHER = '*'
const MAX_AGENTS = 100_000
const MAX_REFERRERS = 100_000
const MAX_LANGUAGES = 2_000
const WITHOUT_LIMIT = Number.POSITIVE_INFINITY

const texts = (name: string): DictionaryTable => ({
  ...{ name, number: 'id', columns: ['value'], type: 'text', forgets: true },
})
const TABLES: Record<keyof RowNumbers, DictionaryTable> = {
  // A code keeps its number: its archived scans may be put back.
  code: { name: 'scan_code_numbers', number: 'code', columns: ['code_id'], type: 'uuid', forgets: false },
  agent: { ...texts('scan_agents'), columns: ['device', 'system', 'browser', 'user_agent'] },
  referrer: texts('scan_referrers'),
  language: texts('scan_languages'),
  country: texts('scan_countries'),
}
const itself = (entry: DictionaryEntry): DictionaryEntry => entry

/** Limits of tables, which a test lowers. */
interface DictionaryLimits {
  agents: number
  referrers: number
  languages: number
}

const LIMITS: DictionaryLimits = {
  agents: MAX_AGENTS,
  referrers: MAX_REFERRERS,
  languages: MAX_LANGUAGES,
}

function dictionariesOf(limits: DictionaryLimits): Record<keyof RowNumbers, Dictionary> {
  return {
    code: new Dictionary(TABLES.code),
    agent: new Dictionary(TABLES.agent, [
      { entryFor: itself, until: limits.agents },
      {
        entryFor: ([device = '', system = '', browser = '']) => [device, system, browser, ''],
        until: 2 * limits.agents,
      },
      // The names of a browser that the parser does not know come from its visitor, too.
      { entryFor: ([device = '']) => [device, OTHER, OTHER, ''], until: WITHOUT_LIMIT },
    ]),
    referrer: new Dictionary(TABLES.referrer, [
      { entryFor: itself, until: limits.referrers },
      {
        entryFor: ([url = '']) => [URL.canParse(url) ? new URL(url).origin : OTHER],
        until: 2 * limits.referrers,
      },
      { entryFor: () => [OTHER], until: WITHOUT_LIMIT },
    ]),
    language: new Dictionary(TABLES.language, [
      { entryFor: itself, until: limits.languages },
      { entryFor: ([tag = '']) => [tag.split('-', 1)[0]?.toLowerCase() ?? ''], until: 2 * limits.languages },
      { entryFor: () => [OTHER], until: WITHOUT_LIMIT },
    ]),
    country: new Dictionary(TABLES.country),
  }
}

const NAMES = Object.keys(TABLES) as (keyof RowNumbers)[]

/** What of a row each dictionary has a number for. */
export type RowNaming<Row> = Record<
  keyof RowNumbers,
  {
    /** One for each entry, or several. */
    keyOf: (row: Row) => string
    /** Made once for a key. */
    entryOf: (row: Row) => DictionaryEntry
  }
>

/** Deletes the texts that no scan of the log has any more, so that there is room for others. */
export async function forgetTexts(database: Database): Promise<void> {
  for (const table of Object.values(TABLES)) if (table.forgets) await forgetUnused(database, table)
}

/** The numbers of codes and texts in the log, as far as this process has met them. */
export class LogDictionaries<Row> {
  readonly #naming: RowNaming<Row>
  readonly #dictionaries: Record<keyof RowNumbers, Dictionary>

  constructor(naming: RowNaming<Row>, limits: DictionaryLimits = LIMITS) {
    this.#naming = naming
    this.#dictionaries = dictionariesOf(limits)
  }

  /**
   * Gives numbers to all that rows name, in a transaction of its own where some are not known yet: those who add the same
   * text at once wait for each other, and must not do so while they store scans.
   */
  async numbersOf(
    database: Pick<Database, 'transaction'>,
    rows: readonly Row[],
  ): Promise<(row: Row) => RowNumbers> {
    const recalled = NAMES.map((name) => ({
      name,
      ...this.#dictionaries[name].recall(rows, this.#naming[name].keyOf, this.#naming[name].entryOf),
    }))
    const unknown = recalled.filter((each) => each.unknown.size > 0)
    if (unknown.length > 0) {
      const found = await database.transaction(async (tx) => {
        const looked: Map<string, number>[] = []
        for (const each of unknown) looked.push(await this.#dictionaries[each.name].look(tx, each.unknown))
        return looked
      })
      for (const [index, { name, numbers }] of unknown.entries()) {
        const added = found[index] ?? new Map<string, number>()
        this.#dictionaries[name].remember(added)
        for (const [key, number] of added) numbers.set(key, number)
      }
    }
    const numbers = Object.fromEntries(recalled.map((each) => [each.name, each.numbers])) as Record<
      keyof RowNumbers,
      Map<string, number>
    >
    const numberOf = (name: keyof RowNumbers, row: Row): number => {
      const number = numbers[name].get(this.#naming[name].keyOf(row))
      if (number === undefined) throw new Error(`a ${name} of the log has no number`)
      return number
    }
    return (row) => ({
      code: numberOf('code', row),
      agent: numberOf('agent', row),
      referrer: numberOf('referrer', row),
      language: numberOf('language', row),
      country: numberOf('country', row),
    })
  }
}
