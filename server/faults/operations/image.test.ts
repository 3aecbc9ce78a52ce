import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyImageTree } from '../../../scripts/image-tree.mjs'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { startPostgres } from '../../../scripts/test/postgres.mjs'
import { formOf, PDFS, pdfWith, someDetails } from '../../src/features/pdf-codes/testing'
import { containerOf, environmentOf, hasKubectl, render, workloadsOf } from '../../src/testing/manifests'
import { openMailServer } from '../../src/testing/services/mail-server'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'
import { runTool } from '../harness/run-tool'

// Outside of the checkout, whose packages would be found otherwise.
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-image-'))
const tree = join(folder, 'app')
const dist = join(tree, 'server/dist')

beforeAll(() => copyImageTree(tree))
afterAll(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

interface Drawn {
  outline: { path: string }
  imgUrl: string
  imgLogo: string
  passes: boolean
}

/** What each package outside of the bundles is for. */
async function useEverything({ url, publicUrl }: Program): Promise<void> {
  const person = await Person.register(url)
  const call = async (path: string, options: RequestInit = {}) => {
    const headers = { ...options.headers, authorization: `Bearer ${person.token}` }
    const reply = await fetch(`${url}${path}`, { ...options, headers })
    expect(reply.ok, `${path}: ${reply.status}`).toBe(true)
    return reply
  }
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await call(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await reply.json()) as { result: Drawn }).result
  }
  const postForm = async (path: string, { headers, payload }: Awaited<ReturnType<typeof formOf>>) =>
    (await call(path, { method: 'POST', headers, body: new Uint8Array(payload) })).json() as Promise<Drawn>

  const outline = await post('/qrcode-generator/text-outline', { text: 'Quét mã', language: 'vi' })
  expect(outline.outline.path).toMatch(/^M/)
  const drawn = await post('/qrcode-generator/qrcode', { content: 'https://example.com', format: 'png' })
  const png = Buffer.from(await (await call(new URL(drawn.imgUrl).pathname)).arrayBuffer())
  const logo = await formOf({ link: 'https://example.com' }, { bytes: png, field: 'file', name: 'logo.png' })
  const withLogo = await postForm('/qrcode-generator/qrcode-url-logo-img/user', logo)
  expect(withLogo.imgLogo).toContain('/media/images/')
  const verdict = await post('/qrcode-generator/scan-check', { content: 'https://example.com' })
  expect(verdict.passes).toBe(true)

  const details = someDetails()
  await postForm(PDFS, await formOf(details, { bytes: pdfWith('Menu') }))
  const page = async () => (await fetch(`${publicUrl}/p/${details.name}`)).text()
  await expect.poll(page).toContain('class="picture"')
  expect((await fetch(`${publicUrl}/p/${details.name}/file`)).status).toBe(200)

  const id = await person.createCode(url, 'https://example.com/menu')
  const code = `qrcode/user-codes/${id}`
  const { dynamicId } = await person.get<{ dynamicId: string }>(url, code)
  const scan = await fetch(`${publicUrl}/${dynamicId}`, {
    redirect: 'manual',
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36' },
  })
  expect(scan.headers.get('location')).toBe('https://example.com/menu')
  const scans = async () => (await person.get<{ scanCounter: number }>(url, code)).scanCounter
  await expect.poll(scans).toBe(1)

  const country = await call('/geo/country', { headers: { 'x-forwarded-for': '113.160.0.1' } })
  expect(await country.json()).toEqual({ result: { country: 'VN' } })
  for (const asset of ['/docs', '/docs/static/swagger-ui.css', '/help', '/']) await call(asset)
}

test('it migrates PostgreSQL, draws, scans and sends, with files in a bucket, email and traces', async () => {
  const postgres = await startPostgres({ settings: ['fsync=off'] })
  const mail = await openMailServer()
  const bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 'bucket'),
    configureBuckets: [{ name: 'scanleaf', configs: [] }],
  })
  const traced = new Set<string | undefined>()
  const collector = createServer((request, response) => {
    traced.add(request.url)
    request.resume().once('end', () => response.end())
  })
  try {
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    const settings = {
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, 'data'),
      TRUSTED_PROXIES: '127.0.0.1',
      S3_BUCKET: 'scanleaf',
      S3_ENDPOINT: `http://127.0.0.1:${(await bucket.run()).port}`,
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    }
    const program = await startProgram(settings, { dist })
    await program.ready
    await useEverything(program)
    expect(existsSync(join(settings.DATA_DIR, 'files/pdf'))).toBe(false)
    // Nothing answers at that name server: the findings about DNS are of no interest.
    const mailing = { ...settings, ...mail.env, DNS_SERVERS: '127.0.0.1:9' }
    await runTool('doctor-cli', ['--mail=an@example.test'], mailing, dist)
    const [message] = await mail.count(1)
    expect(message?.envelope.to).toEqual(['an@example.test'])
    await program.kill('SIGTERM')
    expect(traced).toContain('/v1/traces')
  } finally {
    await killPrograms()
    collector.close()
    await Promise.all([mail.close(), bucket.close(), postgres.stop()])
  }
})

test.skipIf(!hasKubectl)('each role starts by its Kubernetes manifest, and answers its probes', async () => {
  const postgres = await startPostgres({ settings: ['fsync=off'] })
  const secret = (name: string, value: string) => {
    const path = join(folder, name)
    writeFileSync(path, value)
    return { [`${name}_FILE`]: path }
  }
  const secrets = {
    ...secret('DATABASE_URL', postgres.url),
    ...secret('SETUP_TOKEN', 'token-of-the-first-administrator'),
    ...secret('S3_ACCESS_KEY', 'key'),
    ...secret('S3_SECRET_KEY', 'secret'),
  }
  try {
    const manifests = render('example')
    const roles = workloadsOf(manifests).filter((workload) => containerOf(workload).name === 'scanleaf')
    expect(roles).toHaveLength(3)
    for (const workload of roles) {
      const env = environmentOf(manifests, workload)
      const [http = 0, metrics = 0] = await freePorts(2)
      const own = {
        HOST: '127.0.0.1',
        PORT: String(http),
        PUBLIC_PORT: String(http),
        METRICS_HOST: '127.0.0.1',
        METRICS_PORT: String(metrics),
        DATA_DIR: join(folder, `pod-${env['ROLE']}`, 'scanleaf'),
        SHUTDOWN_DELAY: '0',
      }
      await (await startProgram({ ...env, ...secrets, ...own }, { dist })).ready
      const ports: Record<string, number> = { http, metrics }
      const { livenessProbe, readinessProbe } = containerOf(workload)
      const statusOf = async (port: unknown, path: string | undefined) =>
        (await fetch(`http://127.0.0.1:${ports[String(port)]}${path}`)).status
      for (const probe of [livenessProbe, readinessProbe])
        await expect.poll(() => statusOf(probe?.httpGet?.port, probe?.httpGet?.path)).toBe(200)
      expect(await statusOf('metrics', '/metrics')).toBe(200)
    }
  } finally {
    await killPrograms()
    await postgres.stop()
  }
})
