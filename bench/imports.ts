/**
 * A move of many codes on the embedded engine: the dry run of a file, the run, and what redirects take meanwhile. Needs a
 * build (`npm run bench -- imports` makes one).
 * `npm run bench:imports -- [--json] [--rows=10000]`
 */
import { setTimeout as pause } from 'node:timers/promises'
import { numberOption, Results } from './measure/results'
import { secondsOf, withVisitors } from './measure/visitors'

const rows = numberOption('rows', 10_000)
const DRY_RUN_GOAL_S = 10
const RUN_GOAL_S = 60
const BULK_RUNS = 'qrcode/bulk-runs'

interface Import {
  id: string
  state: string
  ready: number
  done: number
}

const results = new Results('imports')

const fileOf = (count: number): Blob =>
  new Blob([
    ['keyword,url,title,timestamp,ip,clicks']
      .concat(
        Array.from(
          { length: count },
          (_, n) => `Path-${n},https://lasen.example/${n},Code ${n},1700000000,,${n}`,
        ),
      )
      .join('\n'),
  ])

await withVisitors(results, async ({ program, person, during }) => {
  const form = new FormData()
  form.set('kind', 'import')
  form.set('host', 'go.lasen.example')
  form.set('file', fileOf(rows), 'yourls.csv')
  let work: Import = { id: '', state: '', ready: 0, done: 0 }
  await during(`an import of ${rows} rows`, async () => {
    const dryS = await secondsOf(async () => {
      work = await person.send<Import>(program.url, BULK_RUNS, form)
    })
    const runS = await secondsOf(async () => {
      const path = `${BULK_RUNS}/${work.id}`
      await person.post(program.url, `${path}/start`, { mode: 'valid' }, 'start')
      do {
        await pause(200)
        work = await person.get<Import>(program.url, path)
      } while (work.state === 'running')
    })
    results.record(`dry run of ${rows} rows`, dryS, 's', DRY_RUN_GOAL_S, 'lower')
    results.record(`import of ${rows} rows`, runS, 's', RUN_GOAL_S, 'lower')
    results.record('codes made', work.done, 'codes', rows, 'higher')
  })
})
results.print()
