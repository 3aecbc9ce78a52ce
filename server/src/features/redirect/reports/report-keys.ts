import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { newChallenge } from '../../../platform/proof-of-work/challenge'

const DAY_MS = 86_400_000
const TOKEN_VALID_MS = 3_600_000
/** The clocks of several machines do not differ by more. */
const CLOCKS_DIFFER_MS = 60_000
const TOKEN = /^([0-9a-z]{1,9}\.[\w-]{8})\.([\w-]{22})$/
const NONCE_BYTES = 6

/** The key of a UTC day (`2026-11-26`), the same in every process; made when it is first asked for. */
export type FindReportKey = (day: string) => Promise<string>

/** A form that was handed out, by which a report can count once. */
export interface SignedForm {
  signature: string
  /** Seconds since 1970. */
  expiresAt: number
}

/** Signs report forms and names the networks that send them, by keys that the database keeps for two days. */
export class ReportKeys {
  readonly #find: FindReportKey
  readonly #known = new Map<string, string>()

  constructor(find: FindReportKey) {
    this.#find = find
  }

  /** A token of a code's form that is good for an hour, and for one report that counts. */
  async sign(codeId: string, now: number): Promise<string> {
    const form = `${now.toString(36)}.${randomBytes(NONCE_BYTES).toString('base64url')}`
    return `${form}.${await this.#signature(codeId, form)}`
  }

  /** The form of this code that a token was signed for within the last hour; null for any other token. */
  async verify(token: string, codeId: string, now: number): Promise<SignedForm | null> {
    const [, form = '', signature = ''] = TOKEN.exec(token) ?? []
    const signedAt = Number.parseInt(form, 36)
    if (!(signedAt > now - TOKEN_VALID_MS && signedAt < now + CLOCKS_DIFFER_MS)) return null
    const expected = await this.#signature(codeId, form)
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null
    return { signature, expiresAt: (signedAt + TOKEN_VALID_MS + CLOCKS_DIFFER_MS) / 1000 }
  }

  /** A challenge for the proof of work of a form, which is good for as long as its token. */
  async challenge(now: number): Promise<string> {
    const terms = { day: dayOf(now), key: await this.#keyOf(now), expiresAt: (now + TOKEN_VALID_MS) / 1000 }
    return newChallenge('report', terms)
  }

  /** The name of a network on this day; nobody can trace it back once the key of the day is deleted. */
  async nameOf(network: string, now: number): Promise<string> {
    return createHmac('sha256', await this.#keyOf(now))
      .update(`network ${network}`)
      .digest('hex')
      .slice(0, 32)
  }

  async #signature(codeId: string, form: string): Promise<string> {
    const key = await this.#keyOf(Number.parseInt(form, 36))
    return createHmac('sha256', key).update(`form ${codeId} ${form}`).digest('base64url').slice(0, 22)
  }

  async #keyOf(time: number): Promise<string> {
    const day = dayOf(time)
    const key = this.#known.get(day) ?? (await this.#find(day))
    this.#known.set(day, key)
    const dayBefore = dayOf(time - DAY_MS)
    for (const known of this.#known.keys()) if (known < dayBefore) this.#known.delete(known)
    return key
  }
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
