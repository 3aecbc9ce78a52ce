import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import ts from 'typescript'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { keyOf } from './features/api-keys/testing'
import { aDynamicCode, codesOf } from './features/user-codes/testing'
import { newSecret, secretsOf, signedHeaders } from './features/webhooks/signature'
import { testApp } from './testing/app'
import { openPublicAddress } from './testing/front-door'

const run = promisify(execFile)
const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
)
const door = await openPublicAddress()
const product = testApp({ BILLING: 'on', APP_URL: door.url, WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' }, door)
afterAll(() => door.close())

let folder: string
let key: string
let introduction: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'client.tgz'), (await product.inject('/docs/client.tgz')).rawPayload)
  // As a newcomer does it, but for the way to the registry, which it does not need.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', './client.tgz'], { cwd: folder })
  introduction = (await product.inject('/openapi/v1.json')).json().info.description
})
beforeEach(async () => {
  key = (await keyOf(product, await product.signedIn())).secret
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What a program prints. */
async function outputOf(command: string, args: string[]): Promise<string> {
  const { stdout } = await run(command, args, { cwd: folder, env: { ...process.env, KEY: key } })
  return stdout.trim()
}

async function outputOfNode(program: string): Promise<string> {
  await writeFile(join(folder, 'program.js'), program)
  return outputOf(process.execPath, ['program.js'])
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const exampleOf = (language: string, word: string): string => {
  const blocks = [...introduction.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
  const found = blocks.find(([, each, text = '']) => each === language && text.includes(word))
  if (!found?.[2]) throw new Error(`no ${language} example has ${word}`)
  return found[2]
}

describe('each example of the documentation works as it stands:', () => {
  const link = /http\S+\/[A-Z0-9]{8}/

  test('the first code by curl and by JavaScript', async () => {
    expect(await outputOf('sh', ['-c', exampleOf('sh', 'curl')])).toMatch(link)
    expect(await outputOfNode(exampleOf('js', 'await fetch'))).toMatch(link)
  })

  test('a code proposed over MCP by curl', async () => {
    expect(await outputOf('sh', ['-c', exampleOf('sh', 'tools/call')])).toMatch(/\/proposals\/[\w-]{36}/)
  })

  test.skipIf(!hasPython)('the first code by Python', async () => {
    await writeFile(join(folder, 'first.py'), exampleOf('python', 'urllib'))
    expect(await outputOf('python3', ['first.py'])).toMatch(link)
  })

  test('many codes, the list, another target, a picture, scans and an error', async () => {
    const links = await outputOfNode(exampleOf('js', 'codes.createMany'))
    expect(links.split('\n')).toHaveLength(3)
    const listed = await outputOfNode(exampleOf('js', "each('codes.list'"))
    for (const link of links.split('\n')) expect(listed).toMatch(new RegExp(`Table \\d ${link} 0`))
    expect(await outputOfNode(exampleOf('js', 'codes.update'))).toContain('https://shop.example/summer')
    await outputOfNode(exampleOf('js', 'codes.image'))
    expect(await readFile(join(folder, 'table-1.svg'), 'utf8')).toMatch(/^<svg|^<\?xml/)
    expect((await outputOfNode(exampleOf('js', 'scans.get'))).split('\n')).toHaveLength(7)
    expect(await outputOfNode(exampleOf('js', 'ScanleafError'))).toBe('404 NotFound {}')
  })
})

test('a webhook is set up, and its deliveries are verified as the documentation says', async () => {
  const secret = newSecret()
  const whsec = secretsOf(secret).secret
  const body = JSON.stringify({ type: 'code.created', data: { name: 'Phở 🍜' } })
  const keys = { secret, oldSecret: null, token: null }
  const signedAt = (seconds: number) => signedHeaders({ id: 'evt_1', seconds, body }, keys)
  const now = Math.floor(Date.now() / 1000)
  const { verifyWebhook } = await import(join(folder, 'node_modules/@scanleaf/client/index.js'))
  expect(await verifyWebhook(body, signedAt(now), whsec)).toMatchObject({ data: { name: 'Phở 🍜' } })
  const rotated = { ...signedAt(now) }
  rotated['webhook-signature'] = `v1,AAAA v2,x ${rotated['webhook-signature']}`
  expect(await verifyWebhook(body, new Headers(rotated), whsec)).toMatchObject({ type: 'code.created' })
  await expect(verifyWebhook(`${body} `, signedAt(now), whsec)).rejects.toThrow('signature')
  await expect(verifyWebhook(body, signedAt(now - 400), whsec)).rejects.toThrow('old')
  await expect(verifyWebhook(body, signedAt(now), secretsOf(newSecret()).secret)).rejects.toThrow('signature')
  await expect(verifyWebhook(body, {}, whsec)).rejects.toThrow()
  const created = exampleOf('js', 'webhooks.create').replace(
    'process.env.WEBHOOK_URL',
    "'http://127.0.0.1:9/'",
  )
  expect(await outputOfNode(created)).toMatch(/^whsec_/)
  const port = await freePort()
  await writeFile(join(folder, 'receiver.js'), exampleOf('js', 'verifyWebhook'))
  const env = { ...process.env, WEBHOOK_SECRET: whsec, WEBHOOK_PORT: `${port}` }
  const receiver = spawn(process.execPath, ['receiver.js'], { cwd: folder, env })
  onTestFinished(() => void receiver.kill())
  const send = () => fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers: signedAt(now), body })
  await expect
    .poll(() =>
      send().then(
        ({ status }) => status,
        () => null,
      ),
    )
    .toBe(204)
})

test('its types fit the calls, and refuse what the calls refuse', async () => {
  const program = join(folder, 'program.ts')
  await writeFile(
    program,
    `import { type AnswerOf, Scanleaf, type Schemas } from '@scanleaf/client'
    const scanleaf = new Scanleaf({ key: 'slk_' })
    export async function all(): Promise<string> {
      const { result } = await scanleaf.call('codes.create', { body: { contentType: 'Website', codeContent: '{}', isDynamicCode: true } })
      const code: Schemas['UserCode'] = result
      for await (const each of scanleaf.each('batches.list')) each.id satisfies string
      const tags: AnswerOf<'codes.listTags'> = await scanleaf.call('codes.listTags', { query: { productId: 'dynamic-code' } })
      const picture: Response = await scanleaf.call('codes.image', { path: { id: code.id, format: 'png' } })
      await scanleaf.call('images.upload', { body: new FormData() })
      // @ts-expect-error no such call
      await scanleaf.call('codes.make', {})
      // @ts-expect-error no id
      await scanleaf.call('codes.get')
      // @ts-expect-error a number
      await scanleaf.call('codes.get', { path: { id: 7 } })
      // @ts-expect-error no list
      scanleaf.each('codes.get', { path: { id: code.id } })
      // @ts-expect-error not in the answer
      return result.secret + tags + picture
    }`,
  )
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, types: [], exactOptionalPropertyTypes: true },
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  }
  const errors = ts.getPreEmitDiagnostics(ts.createProgram([program], options))
  expect(errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
})

test('it is bundled for browsers, with nothing of Node.js', async () => {
  const bundle = await build({
    stdin: { contents: "export * from '@scanleaf/client'", resolveDir: folder },
    ...{ bundle: true, format: 'esm', platform: 'browser', write: false, minify: true, logLevel: 'silent' },
  })
  expect(bundle.warnings).toEqual([])
  expect(bundle.outputFiles[0]?.contents.length).toBeLessThan(12_000)
})

describe('a call', () => {
  type Answer = { status: number; headers?: Record<string, string>; body?: object } | 'reset'
  /** What answers in turn, the last for ever; and the keys of repetition that came. */
  async function answering(...answers: Answer[]) {
    const keys: (string | undefined)[] = []
    const server = createServer((request, response) => {
      const answer = answers[Math.min(keys.length, answers.length - 1)] ?? 'reset'
      keys.push(request.headers['idempotency-key'] as string | undefined)
      if (answer === 'reset') return void response.destroy()
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      response.end(JSON.stringify(answer.body ?? { result: [] }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { Scanleaf } = await import(join(folder, 'node_modules/@scanleaf/client/index.js'))
    return { keys, scanleaf: new Scanleaf({ key: 'slk_x', address }) }
  }
  const now = { 'retry-after': '0' }
  const create = ['codes.create', { body: {} }] as const
  const remove = ['codes.delete', { path: { id: 'x' } }] as const

  test('that saves is repeated under the same key, whatever happened to it', async () => {
    const { keys, scanleaf } = await answering(
      'reset',
      { status: 429, headers: now },
      { status: 503, headers: now },
      { status: 201 },
    )
    expect(await scanleaf.call(...create)).toEqual({ result: [] })
    expect(keys).toHaveLength(4)
    expect([...new Set(keys)]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
    await scanleaf.call(...create)
    expect(keys[4]).not.toBe(keys[0])
  })

  test('that would do something twice is repeated only where nothing was done', async () => {
    const refused = await answering({ status: 429, headers: now }, { status: 200 })
    await refused.scanleaf.call(...remove)
    expect(refused.keys).toEqual([undefined, undefined])
    for (const answer of ['reset', { status: 503, headers: now }] as const) {
      const { keys, scanleaf } = await answering(answer)
      await expect(scanleaf.call(...remove)).rejects.toThrow()
      expect(keys).toHaveLength(1)
    }
  })

  test('is repeated five times at most, and waits no longer than two minutes', async () => {
    const { keys, scanleaf } = await answering({ status: 429, headers: now })
    await expect(scanleaf.call(...create)).rejects.toMatchObject({ status: 429 })
    expect(keys).toHaveLength(5)
    for (const wait of ['3600', 'Wed, 21 Oct 2026 07:28:00 GMT']) {
      const long = await answering({ status: 429, headers: { 'retry-after': wait } })
      await expect(long.scanleaf.call(...create)).rejects.toMatchObject({ status: 429 })
      expect(long.keys).toHaveLength(1)
    }
  })

  test('that fails by a page of something between says so', async () => {
    const { scanleaf } = await answering({ status: 502, headers: { 'content-type': 'text/html' } })
    await expect(scanleaf.call(...create)).rejects.toMatchObject({ status: 502, code: 'UnknownError' })
  })

  test('puts what it is given into the address as it is', async () => {
    const { scanleaf } = await answering({ status: 200 })
    await expect(scanleaf.call('codes.get', { path: {} })).rejects.toThrow('path.id')
    const person = await product.signedIn()
    const real = new scanleaf.constructor({
      key: (await keyOf(product, person)).secret,
      address: `${door.url}/`,
    })
    const { id } = await codesOf(product, person).save({ ...aDynamicCode(), name: 'Phở & bún? #7' })
    expect(
      (await real.call('codes.list', { query: { productId: 'dynamic-code', q: 'Phở & bún? #7' } })).result,
    ).toHaveLength(1)
    expect((await real.call('codes.get', { path: { id } })).result.name).toBe('Phở & bún? #7')
    await expect(real.call('codes.get', { path: { id: '../user-codes' } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

test('a list is read to its end', async () => {
  const person = await product.signedIn()
  const { Scanleaf } = await import(join(folder, 'node_modules/@scanleaf/client/index.js'))
  const scanleaf = new Scanleaf({ key: (await keyOf(product, person)).secret })
  const made = new Set<string>()
  for (let at = 0; at < 5; at++) made.add((await codesOf(product, person).save(aDynamicCode())).id)
  const listed: string[] = []
  for await (const { id } of scanleaf.each('codes.list', { query: { productId: 'dynamic-code', limit: 2 } }))
    listed.push(id)
  expect(listed.toSorted()).toEqual([...made].sort())
})
