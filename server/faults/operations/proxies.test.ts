import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { readConfig } from '../../src/platform/config/config'
import { killPrograms, type Program, startProgram } from '../harness/program'

const APP = 'app.example.com'
const CODES = 'qr.example.com'
/** Of the United States, as `X-Forwarded-For` of somebody who lies. */
const FOREIGN = '8.8.8.8'
/** A visitor on another address of this machine than the proxy, which alone is believed. */
const VISITOR = '127.0.0.2'
const UPLOAD_BYTES = 12 * 1024 * 1024

const example = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/proxies/${name}`, import.meta.url)), 'utf8')
const isInstalled = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-proxies-'))
let program: Program

beforeAll(async () => {
  program = await startProgram({
    ...{ DATA_DIR: join(folder, 'data'), APP_URL: `https://${APP}`, CODE_HOST: `https://${CODES}` },
    TRUSTED_PROXIES: '127.0.0.1',
  })
  await program.ready
})
afterAll(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

interface Asked {
  host: string
  path: string
  from?: string
  headers?: Record<string, string>
  body?: Buffer
}

/** Status and text of the response to a visitor. */
function ask(port: number, { host, path, from = VISITOR, headers = {}, body }: Asked) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asking = request({
      ...{ host: '127.0.0.1', port, path, localAddress: from, method: body ? 'POST' : 'GET' },
      headers: { ...headers, host, ...(body && { 'content-length': body.length }) },
    })
    asking.on('response', async (response) => {
      resolve({
        status: response.statusCode ?? 0,
        text: Buffer.concat(await response.toArray()).toString(),
      })
    })
    asking.on('error', reject).end(body)
  })
}

const portOf = (url: string) => Number(new URL(url).port)

/** The proxy passes hosts, visitors' addresses and uploads as the guide asks. */
async function expectServed(port: number): Promise<void> {
  const app = await ask(port, { host: APP, path: '/' })
  expect([app.status, app.text]).toEqual([200, expect.stringContaining(`"codeHost":"https://${CODES}"`)])
  const code = await ask(port, { host: CODES, path: '/nothing' })
  expect([code.status, code.text]).toEqual([404, expect.stringContaining('<main>')])
  const country = { host: APP, path: '/geo/country', headers: { 'x-forwarded-for': FOREIGN } }
  expect(JSON.parse((await ask(port, country)).text).result).toEqual({ country: null })
  // Where the header is believed it counts: as in a proxy that passes on what it was told.
  const told = await ask(portOf(program.url), { ...country, from: '127.0.0.1' })
  expect(JSON.parse(told.text).result).toEqual({ country: 'US' })
  const large = { host: APP, path: '/gateway/api/media/images', body: Buffer.alloc(UPLOAD_BYTES) }
  expect((await ask(port, large)).status).toBe(401)
  expect(program.said()).not.toContain('a proxy is not in TRUSTED_PROXIES')
}

test.skipIf(!isInstalled('nginx'))('nginx with the example of the guide', async () => {
  const [port = 0, plain = 0] = await freePorts(2)
  const site = example('nginx.conf')
    .replace(/^\s*(listen \[::\]|ssl_).*$/gm, '')
    .replaceAll('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('http://127.0.0.1:3000', program.url)
    .replace('http://127.0.0.1:3001', program.publicUrl)
  writeFileSync(join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path temp;`,
  )
  const http = `http { access_log off; ${temporary.join(' ')} include site.conf; }`
  writeFileSync(join(folder, 'nginx.conf'), `pid nginx.pid;\nerror_log nginx.log;\nevents {}\n${http}\n`)
  // It goes into the background once it listens.
  execFileSync('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  try {
    await expectServed(port)
    expect((await ask(plain, { host: APP, path: '/help' })).status).toBe(308)
  } finally {
    process.kill(Number(readFileSync(join(folder, 'nginx.pid'), 'utf8')))
  }
})

test.skipIf(!isInstalled('caddy'))('Caddy with the example of the guide', async () => {
  const [port = 0] = await freePorts(1)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const path = join(folder, 'Caddyfile')
  writeFileSync(path, example('Caddyfile'))
  expect(spawnSync('caddy', ['adapt', '--config', path], { env }).status).toBe(0)
  // Without certificates, which need the internet.
  const sites = example('Caddyfile')
    .replace(/^\{$[\s\S]*?^\}$/m, '{\n\tadmin off\n\tauto_https off\n}')
    .replace(/^https:\/\/ \{$[\s\S]*?^\}$/m, '')
    .replace(/^(\S+\.example\.com) \{$/gm, `http://$1:${port} {\n\tbind 127.0.0.1`)
    .replace('127.0.0.1:3000', new URL(program.url).host)
    .replace('127.0.0.1:3001', new URL(program.publicUrl).host)
  writeFileSync(path, sites)
  const caddy = spawn('caddy', ['run', '--config', path], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    await whenServing(caddy)
    await expectServed(port)
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

test('the example of Traefik leads both hosts to their ports', () => {
  const { port, publicPort } = readConfig({})
  const { routers, services } = parse(example('traefik.yaml')).http
  const upstreamOf = (host: string) => {
    const router = Object.values<{ rule: string; service: string }>(routers).find(
      ({ rule }) => rule === `Host(\`${host}\`)`,
    )
    return services[router?.service ?? ''].loadBalancer.servers
  }
  expect(upstreamOf(APP)).toEqual([{ url: `http://127.0.0.1:${port}` }])
  expect(upstreamOf(CODES)).toEqual([{ url: `http://127.0.0.1:${publicPort}` }])
})
