import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'
import { emit } from '../../events'
import { DatabaseUnreachable } from '../query-error'

/**
 * Which cluster a primary is of, and its place in the history of it: each promotion of a standby begins the next
 * timeline (PostgreSQL 15 documentation, 26.3.6), so of two servers that both take writes the lower one was replaced.
 */
export interface Lineage {
  /** `system_identifier`, made by initdb; a replica and a recovered base backup have that of their origin. */
  system: string
  timeline: number
}

const StoredLineage = z.object({ system: z.string(), timeline: z.int().positive() })

/** Any role may ask this. A standby has no timeline of its own. */
const LINEAGE = `
  select system_identifier::text as system,
    case when pg_is_in_recovery() then null
      else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline
  from pg_control_system()`

/** What managed servers answer that hide these functions: then there is nothing to compare. */
const HIDDEN = ['42501', '42883', '0A000']

interface Asked {
  query(statement: string): Promise<{ rows: { system: string; timeline: number | null }[] }>
}

/** Null for a standby, and where the server does not say. */
export async function lineageOf(client: Asked): Promise<Lineage | null> {
  try {
    const [row] = (await client.query(LINEAGE)).rows
    return row && row.timeline !== null ? { system: row.system, timeline: row.timeline } : null
  } catch (error) {
    if (HIDDEN.includes((error as { code?: string }).code ?? '')) return null
    throw error
  }
}

/** A primary that another one has replaced: what was written to it would be lost. */
export class ReplacedPrimary extends DatabaseUnreachable {}

/**
 * The newest timeline that was seen, kept in a file because the database cannot know it: one that was replaced has no
 * word of its successor. Several processes may share the file.
 */
export class SeenLineage {
  #seen: Lineage | null

  /** @param file null to remember it only as long as the process lives */
  constructor(private readonly file: string | null) {
    this.#seen = this.#stored()
  }

  /**
   * Takes note of the primary that is about to be used. Another cluster is accepted, because a restore or an upgrade of
   * PostgreSQL makes one, and what is seen begins with it.
   * @throws ReplacedPrimary when it was replaced by one that was seen before
   */
  accept(found: Lineage): void {
    const seen = this.#newest(found.system)
    if (seen && found.timeline < seen.timeline) {
      emit('replaced-primary', { ...found, seen: seen.timeline })
      throw new ReplacedPrimary(this.#refusal(found, seen))
    }
    if (this.#seen?.system === found.system && this.#seen.timeline >= found.timeline) return
    this.#seen = found
    this.#store(found)
  }

  #refusal(found: Lineage, seen: Lineage): string {
    const accept = this.file === null ? '' : `, or delete ${this.file} to go back to it for good`
    return `is on timeline ${found.timeline}, and was replaced by a primary on timeline ${seen.timeline}: stop it, and make it a standby of that one${accept}`
  }

  /** What this process or another one of the same folder has seen of a cluster. */
  #newest(system: string): Lineage | null {
    const [newest] = [this.#seen, this.#stored()]
      .filter((each) => each?.system === system)
      .sort((a, b) => (b?.timeline ?? 0) - (a?.timeline ?? 0))
    return newest ?? null
  }

  #stored(): Lineage | null {
    if (this.file === null) return null
    try {
      return StoredLineage.parse(JSON.parse(readFileSync(this.file, 'utf8')))
    } catch {
      return null
    }
  }

  #store(lineage: Lineage): void {
    if (this.file === null) return
    const draft = `${this.file}.${process.pid}`
    try {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 })
      writeFileSync(draft, `${JSON.stringify(lineage)}\n`, { mode: 0o600 })
      renameSync(draft, this.file)
    } catch {
      // A full disk must not take the database away; the process itself remembers.
      rmSync(draft, { force: true })
    }
  }
}
