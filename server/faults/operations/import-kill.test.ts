import { expect, test } from 'vitest'
import { killPoints } from '../harness/kill-points'
import { onPostgres, workWithKills } from '../harness/killed-workers'
import { Person } from '../harness/person'

const killPoint = killPoints('import-kill')

const isNightly = process.env['NIGHTLY'] === '1'
const ROWS = isNightly ? 10_000 : 1500
const KILLS = 3

interface Import {
  id: string
  state: string
  done: number
  ready: number
}

const BULK_RUNS = 'qrcode/bulk-runs'
const HOST = 'go.lasen.example'

const FILE = [
  'keyword,url,timestamp',
  ...Array.from({ length: ROWS }, (_, n) => `Path-${n},https://lasen.example/${n},0`),
].join('\n')

async function started(person: Person, url: string): Promise<string> {
  const form = new FormData()
  form.set('kind', 'import')
  form.set('host', HOST)
  form.set('file', new Blob([FILE]), 'yourls.csv')
  const { id } = await person.send<Import>(url, BULK_RUNS, form)
  await person.post(url, `${BULK_RUNS}/${id}/start`, { mode: 'valid' }, 'start')
  return id
}

test('PostgreSQL: three kills amid an import make every code and every path once', () =>
  onPostgres(async ({ folder, settings, client, url }) => {
    const person = await Person.register(url)
    let id = ''
    await workWithKills({
      ...{ folder, settings, client, job: 'bulk-runs', rows: ROWS, kills: KILLS, killPoint },
      start: async () => {
        id = await started(person, url)
      },
      done: `select count(*) from bulk_rows where outcome = 'done'`,
    })
    const { rows } = await client.query(`select count(*)::int as rows, count(distinct c.id)::int as codes,
        count(distinct c.target)::int as targets, count(distinct p.path)::int as paths
      from bulk_rows r join user_codes c on c.id = r.code_id and c.deleted_at is null
      join domain_paths p on p.code_id = c.id and p.host = '${HOST}'`)
    expect(rows).toEqual([{ rows: ROWS, codes: ROWS, targets: ROWS, paths: ROWS }])
    expect((await client.query('select count(*)::int as n from user_codes')).rows).toEqual([{ n: ROWS }])
    expect(await person.get<Import>(url, `${BULK_RUNS}/${id}`)).toMatchObject({
      ...{ state: 'done', done: ROWS, ready: 0 },
    })
  }))
