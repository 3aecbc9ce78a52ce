import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AUTOMATION_SCOPES, LANGUAGE_CODES, SHEET_SCOPES } from '@scanleaf/shared'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../platform/logging'
import { type Person, testApp } from '../../testing/app'
import { openPublicAddress } from '../../testing/front-door'
import { aScan, givenScans } from '../../testing/scan'
import { keyOf } from '../api-keys/testing'
import { aDynamicCode, codesOf, website } from '../user-codes/testing'
import { startWebhookSender, webhookJobs } from '../webhooks'
import { openReceiver, webhookOf } from '../webhooks/testing'
import { KEY_PLACE, type makeBlueprint } from './make'
import { type N8nWorkflow, SECRET_PLACE } from './n8n'
import { play } from './testing/n8n-player'

const run = promisify(execFile)
const door = await openPublicAddress()
const product = testApp({ APP_URL: door.url, WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' }, door)
afterAll(() => door.close())

let lan: Person
let key: string
beforeEach(async () => {
  lan = await product.signedIn()
  key = (await keyOf(product, lan, AUTOMATION_SCOPES)).secret
})
const fileOf = async (name: string) => (await product.inject(`/docs/connect/${name}`)).body
const workflowOf = async (name: string): Promise<N8nWorkflow> => JSON.parse(await fileOf(`n8n-${name}.json`))
const header = () => ['Authorization', `Bearer ${key}`] as const

/** A delivery of `scans.counted` as it came: its headers and its body. */
async function countedScans() {
  const receiver = await openReceiver()
  onTestFinished(receiver.close)
  const { id, name } = await codesOf(product, lan).save(aDynamicCode({ name: 'Phở "7" 🍜' }))
  const { secretText } = await webhookOf(product, lan, receiver.url, { events: ['scans.counted'] })
  await givenScans(product.database(), [aScan(id), aScan(id, { visitor: 'other' })])
  await webhookJobs(product.database())[0]?.run()
  const { outsideCalls } = product.config()
  if (!outsideCalls) throw new Error('calls outside are off')
  const sender = await startWebhookSender({
    database: product.database(),
    log: createLog('silent'),
    calls: outsideCalls,
  })
  onTestFinished(() => sender.close())
  await receiver.until(1)
  const [delivery] = receiver.received
  if (!delivery) throw new Error('nothing came')
  return { ...delivery, id, name, secretText }
}

test('n8n takes scans whose signature it computes itself, reads each code, and stops at a forged or old one', async () => {
  const workflow = await workflowOf('scans')
  const { headers, body, secretText, name } = await countedScans()
  expect(workflow.nodes.find((node) => node.name === 'Signature')?.parameters.secret).toBe(SECRET_PLACE)
  const filled = { Signature: { secret: secretText } }
  const receive = (sent: object, text = body) =>
    play(workflow, {
      header: header(),
      filled,
      trigger: { headers: { ...headers, ...sent }, body: JSON.parse(text) },
    })
  expect((await receive({})).Message).toEqual([{ text: `${name}: +2 (2)` }])
  const second = { 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }
  expect((await receive(second)).Message).toHaveLength(1)
  for (const forged of [
    receive({}, body.replace('"added":2', '"added":3')),
    receive({ 'webhook-timestamp': `${Number(headers['webhook-timestamp']) - 1}` }),
    receive({ 'webhook-signature': 'v1,AAAA' }),
    play(workflow, { header: header(), trigger: { headers, body: JSON.parse(body) } }),
  ])
    expect((await forged)['Signed and new']).toEqual([])
})

test('n8n creates a code for each row, once however often it repeats, and changes the target of the named one alone', async () => {
  const rows = await workflowOf('rows')
  const first = await play(rows, { header: header(), trigger: {} })
  expect(first.Link?.map(({ name }) => name)).toEqual(['Table 1', 'Table 2'])
  expect((await play(rows, { header: header(), trigger: {} })).Link).toEqual(first.Link)
  const codes = codesOf(product, lan)
  await codes.save(aDynamicCode({ name: 'Table 11' }))
  await play(await workflowOf('target'), { header: header(), trigger: {} })
  const { result } = await codes.list({})
  const targets = new Map(
    result.map(({ name, codeContent }: { name: string; codeContent: string }) => [name, codeContent]),
  )
  expect(targets.size).toBe(3)
  expect(targets.get('Table 1')).toBe(website('https://shop.example/evening'))
  expect(targets.get('Table 2')).toBe(website('https://shop.example/?table=2'))
})

test('Make reads each counted code by a call that a key may make', async () => {
  const blueprint: ReturnType<typeof makeBlueprint> = JSON.parse(await fileOf('make-scans.json'))
  const { body, name } = await countedScans()
  const [, feeder, call] = blueprint.flow
  expect(feeder?.mapper).toEqual({ array: '{{1.data.codes}}' })
  if (!call) throw new Error('no call')
  const { url, headers } = call.mapper as { url: string; headers: { name: string; value: string }[] }
  expect(headers).toEqual([{ name: 'Authorization', value: KEY_PLACE }])
  for (const { id } of JSON.parse(body).data.codes) {
    const reply = await fetch(url.replace('{{2.id}}', id), { headers: Object.fromEntries([header()]) })
    expect(await reply.json()).toMatchObject({ result: { name } })
  }
})

test('a sheet creates codes from its rows, once even after a run that broke off, and reads their scans', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sheet-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [script, file] = [join(folder, 'script.gs'), join(folder, 'state.json')]
  await writeFile(script, await fileOf('google-sheets.gs?lng=vi'))
  const { secret } = await keyOf(product, lan, SHEET_SCOPES)
  type Sheet = { cells: (string | number)[][]; said: string[][]; key: string | null; answer: string }
  async function use(sheet: Partial<Sheet>, ...functions: string[]): Promise<Sheet> {
    await writeFile(file, JSON.stringify(sheet))
    await run(process.execPath, [
      join(import.meta.dirname, 'testing/google-sheet.mjs'),
      script,
      file,
      ...functions,
    ])
    return JSON.parse(await readFile(file, 'utf8'))
  }

  const opened = await use({ answer: ` ${secret}\n` }, 'onOpen', 'setKey')
  expect(opened.cells).toEqual([['Tên', 'Liên kết đích', 'Liên kết', 'Lượt quét', 'ID']])
  expect(opened.key).toBe(secret)
  const written = [
    ...opened.cells,
    ['Bàn 1 "góc"', 'https://shop.example/?b=1'],
    ['', ''],
    ['Bàn 2', 'https://shop.example/?b=2'],
  ]
  const created = await use({ key: secret, cells: written }, 'createCodes')
  expect(created.said).toEqual([['Đã tạo 2 mã']])
  const ids = [created.cells[1]?.[4], created.cells[3]?.[4]]
  expect(created.cells[1]).toEqual([...(written[1] ?? []), expect.stringMatching(/^http/), 0, ids[0]])
  // The links were not written: the same rows get the same codes.
  const again = await use({ key: secret, cells: written }, 'createCodes')
  expect(again.cells).toEqual(created.cells)
  expect((await codesOf(product, lan).list({})).result).toHaveLength(2)
  expect((await use(created, 'createCodes')).cells).toEqual(created.cells)

  await givenScans(product.database(), [aScan(`${ids[1]}`)])
  const counted = await use(created, 'refreshScans')
  expect([counted.cells[1]?.[3], counted.cells[3]?.[3]]).toEqual([0, 1])

  const bad = [...created.cells, ['Bàn 3', 'https://ok.example/'], ['Bàn 4', 'not an address']]
  const refused = await use({ key: secret, cells: bad }, 'createCodes')
  expect(refused.said).toEqual([[expect.stringMatching(/^Error: Một số thông tin .+\n6: \S/)]])
  expect(refused.cells).toEqual(bad)
})

test('each file has the address of the installation, and the script speaks the language that is asked for', async () => {
  for (const name of ['n8n-scans.json', 'n8n-rows.json', 'n8n-target.json', 'make-scans.json']) {
    const reply = await product.inject(`/docs/connect/${name}`)
    expect(reply.headers['content-disposition']).toContain(`scanleaf-${name}`)
    expect(reply.body).toContain(`${door.url}/gateway/api/qrcode/user-codes`)
  }
  const scripts = await Promise.all(LANGUAGE_CODES.map((code) => fileOf(`google-sheets.gs?lng=${code}`)))
  expect(new Set(scripts).size).toBe(LANGUAGE_CODES.length)
  for (const script of scripts) expect(script).not.toMatch(/"script\.|\{\{/)
  for (const unknown of ['n8n-other.json', 'toString', '__proto__'])
    expect((await product.inject(`/docs/connect/${unknown}`)).statusCode).toBe(404)
})
