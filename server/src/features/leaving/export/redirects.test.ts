import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../../../../scripts/lib/free-ports.mjs'
import { testApp } from '../../../testing/app'
import { unzipped } from '../../../testing/unzipped'
import { openPaths } from '../../user-codes'
import { aDynamicCode, codesOf } from '../../user-codes/testing'
import { leavingOf } from '../testing'

const HOST = 'go.lasen.vn'
/** What configuration files read as their own: quotes, variables, placeholders, comments, ends of lines and blocks. */
const QUERIES = [
  ...[
    `q='a'&b=$host&c=\${host}&d=$1`,
    'a={host}&b={path}&c={http.request.uri}',
    'a={$HOME}&b={$X:y}&c={{z}}',
  ],
  ...[
    'a=;return+200;&b={};',
    'a=\\&b=\\{x}&c=\\\\&d=\\n\\t',
    'a=`b`&c=|d^',
    'a=%22%7B%zz%&b=100%',
    'a=<<END&b=~*c&d=-',
  ],
  ...['a=:splat&b=*&c=:id', 'a=1,2&b="x"', 'q=càphê&r=日本'],
]
/** Of rows that were broken from outside: not as the URL standard writes them. */
const RAW = ['https://shop.example/"a" {b}/ü?q="x" y', "https://shop.example/'$host'#\\"]
const PATHS = ['/Wifi-T2', '/wifi-t2', '/a.b/c~d', '/caf%C3%A9', '/a%2Fb', '/x/y', '/menu']

const product = testApp({ CODE_HOST: 'http://qr.test' })
const { runJob } = leavingOf(product)
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-redirects-'))
/** Path and query of a request, and where it must lead. */
const expected = new Map<string, string>()
let files: Map<string, Buffer>

beforeAll(async () => {
  const { execute } = leavingOf(product)
  const mai = await product.signedIn()
  const own = codesOf(product, mai)
  await execute(sql`insert into custom_domains (user_id, kind, domain, enabled, proven_at)
    values (${mai.id}, 'qrcode', ${HOST}, true, now())`)
  const targets = QUERIES.map((query, index) => ['Id', index, query] as const)
  const saved = []
  for (const [name, index, query] of targets) {
    const content = JSON.stringify({ content: `https://shop.example/${index}?${query}` })
    saved.push(await own.save(aDynamicCode({ dynamicId: `${name}-${index}_X`, codeContent: content })))
  }
  for (const target of RAW) {
    const code = await own.save(aDynamicCode({ dynamicId: `Raw-${saved.length}` }))
    await execute(sql`update user_codes set target = ${target} where id = ${code._id}`)
    saved.push(code)
  }
  for (const [index, path] of PATHS.entries()) {
    const code = saved[index]
    if (!code) throw new Error('fewer codes than paths')
    const asked = [{ host: HOST, path, codeId: code._id }]
    const context = { codeHost: 'http://qr.test' }
    const made = await product.database().transaction((tx) => openPaths(tx, context, mai.id, asked))
    expect(made, path).toEqual(['opened'])
  }
  const paused = await own.save(aDynamicCode({ dynamicId: 'paused-1' }))
  await own.change(paused._id, { enabled: false })

  const { id } = (await product.as(mai).inject({ method: 'POST', url: '/identity/exports' })).json().result
  await runJob('account-exports')
  const link = await product.as(mai).inject({ method: 'POST', url: `/identity/exports/${id}/link` })
  const url = link.json().result.url.replace('http://app.test', '')
  files = await unzipped((await product.inject({ url })).rawPayload)
  const { codes } = JSON.parse(text('codes.json'))
  for (const { dynamicId, content, paths, enabled } of codes) {
    if (!enabled) continue
    expected.set(`/${dynamicId}`, content.content)
    for (const path of paths) expected.set(path.slice(HOST.length), content.content)
  }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const text = (path: string): string => files.get(path)?.toString() ?? ''

const isInstalled = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Status and location of the answer to a path. */
function answerTo(port: number, path: string, host = HOST): Promise<[number, string | null]> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      const { location = null } = response.headers
      response.resume()
      resolve([response.statusCode ?? 0, location && Buffer.from(location, 'latin1').toString()])
    })
    asking.on('error', reject).end()
  })
}

/** Every code by its id in any case, and by its old addresses in theirs alone. */
async function expectRedirects(port: number): Promise<void> {
  expect(expected.size).toBe(QUERIES.length + RAW.length + PATHS.length)
  for (const [path, target] of expected) {
    const isId = !PATHS.includes(path)
    for (const form of isId ? [path, path.toLowerCase(), path.toUpperCase()] : [path, `${path}/?utm=1`])
      expect([form, ...(await answerTo(port, form))]).toEqual([form, 302, target])
  }
  for (const path of ['/', '/nothing', '/WIFI-T2', '/paused-1', '/a/b'])
    expect([path, ...(await answerTo(port, path))]).toEqual([path, 404, null])
}

test.skipIf(!isInstalled('nginx'))('nginx leads every code to its target', async () => {
  const [port = 0] = await freePorts(1)
  writeFileSync(
    join(folder, 'redirects.conf'),
    text('redirects/nginx.conf').replace('listen 80;', `listen 127.0.0.1:${port};`),
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path temp;`,
  )
  const http = `http { access_log off; ${temporary.join(' ')} include redirects.conf; }`
  writeFileSync(join(folder, 'nginx.conf'), `pid nginx.pid;\nerror_log nginx.log;\nevents {}\n${http}\n`)
  // It goes into the background once it listens.
  execFileSync('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  try {
    await expectRedirects(port)
  } finally {
    process.kill(Number(readFileSync(join(folder, 'nginx.pid'), 'utf8')))
  }
})

test.skipIf(!isInstalled('caddy'))('Caddy leads every code to its target', async () => {
  const [port = 0] = await freePorts(1)
  const site = text('redirects/Caddyfile').replace(`${HOST} {`, `http://${HOST}:${port} {`)
  const options = '{\n  admin off\n  auto_https off\n}\n'
  writeFileSync(join(folder, 'Caddyfile'), options + site.replace(' {\n', ' {\n  bind 127.0.0.1\n'))
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const caddy = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    await whenServing(caddy)
    await expectRedirects(port)
  } finally {
    caddy.kill()
    if (caddy.exitCode === null) await once(caddy, 'exit')
  }
})

async function whenServing(caddy: ChildProcess): Promise<void> {
  const lines: string[] = []
  for await (const line of createInterface({ input: caddy.stderr as NodeJS.ReadableStream })) {
    lines.push(line)
    if (line.includes('serving initial configuration')) return
  }
  throw new Error(lines.join('\n'))
}

test('the lists of services have every code as printed, in a form that their readers take apart again', () => {
  const rows: string[][] = parse(text('redirects/cloudflare.csv'))
  const bulk = new Map(rows.map(([source = '', target = '']) => [source.slice(HOST.length), target]))
  expect(rows.every(([source, , status]) => source?.startsWith(HOST) && status === '302')).toBe(true)
  const rules = text('redirects/_redirects')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '))
  const pages = new Map(rules.map(([path = '', target = '']) => [path, target]))
  expect(rules.every(({ length, 2: status }) => length === 3 && status === '302')).toBe(true)
  for (const [path, target] of expected) {
    expect(bulk.get(path)).toBe(target)
    expect(decoded(pages.get(path))).toBe(decoded(target))
    if (!PATHS.includes(path)) expect(bulk.get(path.toLowerCase())).toBe(target)
  }
  expect(bulk.size).toBe(pages.size)
  expect(text('redirects/notes.csv')).toContain('"paused-1";"";"no";"paused"')
})

/** Without the difference between a space and its escape. */
const decoded = (target = ''): string => target.replaceAll('%20', ' ')
