import { expect } from 'vitest'
import { timeoutMs } from '../../../scripts/test/timeouts.mjs'
import { Person } from './person'
import type { Program } from './program'
import { Load } from './redirect-program'
import type { Installation } from './stream-installation'

export const SOON = { timeout: timeoutMs(60), interval: 20 }
export const TAKES_NONE = 'scans wait in the journal: the stream'
export const TAKES_AGAIN = 'scans are published from the journal again'
export const IMPORTS_NONE = 'scans wait in the stream'

/** A redirect and a worker of their own folders, a code, and visitors who scan it. */
export async function startLoad(
  installation: Installation,
  name: string,
  settings: Record<string, string> = {},
) {
  const { start } = installation
  const web = await start('web', `${name}-web`, settings)
  await web.ready
  const redirect = await start('redirect', `${name}-redirect`, settings)
  const worker = await start('worker', `${name}-worker`, settings)
  await Promise.all([redirect.ready, worker.ready])
  const person = await Person.register(web.url)
  const id = await person.createCode(web.url, 'https://example.com/')
  const { dynamicId } = await person.get<{ dynamicId: string }>(web.url, `qrcode/user-codes/${id}`)
  const load = new Load()
  const running = load.run(`${redirect.publicUrl}/${dynamicId}`)
  return {
    redirect,
    worker,
    more: (scans: number) => {
      const enough = load.answered + scans
      return expect.poll(() => load.answered, SOON).toBeGreaterThan(enough)
    },
    /** Resolves when some of the scans have gone all the way. */
    flows: () => expect.poll(async () => (await installation.countsOf(id)).log, SOON).toBeGreaterThan(0),
    waiting: () => installation.segmentsOf(`${name}-redirect`).length,
    /** Ends the load: each answered scan is then counted, once. */
    async end(): Promise<void> {
      load.isStopped = true
      await running
      const { answered, refused, broken } = load
      expect({ refused, broken }).toEqual({ refused: 0, broken: 0 })
      await installation.counted(id, answered)
      console.log(`${name}: ${answered} scans answered and counted`)
    },
  }
}

export const says = (program: Program, words: string) => expect.poll(program.said, SOON).toContain(words)
