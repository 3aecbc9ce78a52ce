import type { ChatAction } from '@scanleaf/shared'
import { beforeEach, expect, test } from 'vitest'
import { type Person, testApp } from '../../testing/app'
import { aDynamicCode, codesOf, website } from '../user-codes/testing'
import { chatMessages } from './table'
import { chatOf } from './testing'

const given = testApp()
const HOUR_MS = 3_600_000

let person: Person
let chat: ReturnType<typeof chatOf>
let codes: ReturnType<typeof codesOf>
beforeEach(async () => {
  person = await given.signedIn()
  chat = chatOf(given, person)
  codes = codesOf(given, person)
})

const menu = (more: object = {}) =>
  codes.save(aDynamicCode({ name: 'Thực đơn', dynamicId: 'MENU-1', ...more }))

async function proposed(message: string): Promise<ChatAction> {
  const { actions } = await chat.ask(message)
  expect(actions).toHaveLength(1)
  return actions[0] as ChatAction
}

test('a question and its answer are kept, and come a page at a time, the newest first', async () => {
  for (let number = 1; number <= 11; number++) await chat.ask(`Câu hỏi ${number}`)
  const first = (await chat.call('GET')).json()
  expect(first.meta).toEqual({ cursor: expect.any(String), limit: 20, assistant: 'embedded' })
  expect(first.result).toHaveLength(20)
  expect(first.result.at(-2)).toMatchObject({ from: 'user', message: 'Câu hỏi 11', isUnanswered: false })
  expect(first.result.at(-1)).toMatchObject({ from: 'GPT' })
  const second = (await chat.call('GET', `?cursor=${first.meta.cursor}`)).json()
  expect(second.result.map(({ message }: { message: string }) => message)[0]).toBe('Câu hỏi 1')
  expect([second.result.length, second.meta.cursor]).toEqual([2, null])
})

test('twenty cursors that are no place of one’s own history are refused', async () => {
  for (let number = 1; number <= 11; number++) await chat.ask(`Câu hỏi ${number}`)
  const { cursor } = (await chat.call('GET')).json().meta
  const [owner] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const stranger = chatOf(given, await given.signedIn())
  expect((await stranger.call('GET', `?cursor=${cursor}`)).statusCode).toBe(400)
  expect((await chat.call('GET', `/actions?cursor=${cursor}`)).statusCode).toBe(400)
  const wrong = [
    'x',
    '1',
    'null',
    cursor.slice(2),
    `A${cursor}`,
    ...[[], {}, 5, null, [owner], [owner, 0], [owner, -1], [owner, 1.5], [owner, '7'], [owner, 1e300]].map(
      forged,
    ),
    ...[
      [1, owner],
      ['', 3],
      [person.id, 3],
      [`${owner}x`, 3],
    ].map(forged),
  ]
  for (const one of wrong)
    expect([one, (await chat.call('GET', `?cursor=${encodeURIComponent(one)}`)).statusCode]).toEqual([
      one,
      400,
    ])
})

test('what is no message is refused, and not kept', async () => {
  const wrong: [unknown, string][] = [
    ['', 'required'],
    [' \n\t ', 'required'],
    ['\u200b\u2060', 'required'],
    ['x'.repeat(4001), 'too-long'],
    ['a\0b', 'invalid-value'],
    [undefined, 'required'],
    [7, 'invalid-value'],
  ]
  for (const [msg, code] of wrong) {
    const reply = await chat.call('POST', '', { msg })
    expect([reply.statusCode, reply.json().error.fields]).toEqual([422, { msg: code }])
  }
  expect(await chat.history()).toEqual([])
})

test('four thousand characters are a message, after trimming', async () => {
  await chat.ask(`  ${'x'.repeat(4000)}\n`)
  expect((await chat.history())[0]?.message).toHaveLength(4000)
})

test('an answer is streamed as events, and is the one that the history has', async () => {
  await menu()
  const events = await chat.stream('Tạm dừng mã MENU-1')
  expect(events.map(({ event }) => event)).toEqual(['question', 'delta', 'actions', 'done'])
  const done = events.at(-1)
  if (done?.event !== 'done') throw new Error('not done')
  expect(await chat.history()).toEqual([done.data.question, done.data.answer])
  expect(done.data.answer.actions).toEqual(events[2]?.data)
})

test('a change is proposed, done at the click, once, and taken back', async () => {
  const code = await menu()
  const action = await proposed('Tạm dừng mã “Thực đơn”')
  expect(action).toMatchObject({
    kind: 'pause',
    status: 'proposed',
    code: { id: code.id, name: 'Thực đơn', dynamicId: 'MENU-1', codeRedirect: code.codeRedirect },
    changes: [{ field: 'enabled', from: 'true', to: 'false' }],
  })
  expect((await codes.read(code.id)).enabled).toBe(true)

  const clicks = await Promise.all(Array.from({ length: 5 }, () => chat.confirm(action.id)))
  expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set(['done']))
  expect((await codes.read(code.id)).enabled).toBe(false)
  expect((await codes.good('GET', `/${code.id}/changes`)).result).toHaveLength(1)
  const late = await chat.call('POST', `/actions/${action.id}`, { decision: 'decline' })
  expect(late.statusCode).toBe(409)

  expect(await chat.undo(action.id)).toMatchObject({ status: 'undone' })
  expect((await codes.read(code.id)).enabled).toBe(true)
  expect((await chat.call('POST', `/actions/${action.id}/undo`)).statusCode).toBe(409)
  expect(await chat.actions()).toMatchObject([{ id: action.id, status: 'undone' }])
})

test('a new code is made at the click alone, and undone as it is deleted', async () => {
  const action = await proposed('Tạo mã cho https://shop.example/he “Khuyến mãi hè”')
  expect(action).toMatchObject({ kind: 'create', code: null })
  expect((await codes.list({})).result).toEqual([])
  const done = await chat.confirm(action.id)
  expect(done.code).toMatchObject({ name: 'Khuyến mãi hè' })
  await Promise.all([chat.confirm(action.id), chat.confirm(action.id)])
  const listed = (await codes.list({})).result
  expect(listed).toMatchObject([{ name: 'Khuyến mãi hè', codeContent: website('https://shop.example/he') }])
  await chat.undo(action.id)
  expect((await codes.list({})).result).toEqual([])
  expect((await codes.good('POST', '/restore', { restored: listed[0].id })).result.restored).toHaveLength(1)
})

test('a new code that was changed since is kept by an undo', async () => {
  const action = await proposed('Tạo mã cho https://shop.example/he “Khuyến mãi hè”')
  const { code } = await chat.confirm(action.id)
  given.clock.advance(1_000)
  await codes.change(code?.id ?? '', { name: 'Mine' })
  expect((await chat.call('POST', `/actions/${action.id}/undo`)).statusCode).toBe(409)
  expect((await codes.list({})).result).toMatchObject([{ name: 'Mine' }])
  expect((await chat.actions())[0]?.status).toBe('done')
})

test('another target and another name are proposed, done and taken back', async () => {
  const code = await menu()
  const retarget = await proposed('Đổi liên kết đích mã MENU-1 sang shop.example/moi')
  expect(retarget.changes).toEqual([
    { field: 'target', from: 'https://shop.example/menu', to: 'https://shop.example/moi' },
  ])
  await chat.confirm(retarget.id)
  expect((await codes.read(code.id)).codeContent).toBe(website('https://shop.example/moi'))
  const rename = await proposed('Đổi tên mã MENU-1 thành Bữa trưa')
  await chat.confirm(rename.id)
  expect((await codes.read(code.id)).name).toBe('Bữa trưa')
  await chat.undo(retarget.id)
  await chat.undo(rename.id)
  expect(await codes.read(code.id)).toMatchObject({
    name: 'Thực đơn',
    codeContent: website('https://shop.example/menu'),
  })
})

test('what is declined, or older than an hour, or not as the card says, is not done', async () => {
  const code = await menu()
  const declined = await proposed('Tạm dừng mã MENU-1')
  expect(await chat.decline(declined.id)).toMatchObject({ status: 'declined' })
  const stale = await proposed('Đổi tên mã MENU-1 thành A')
  await codes.change(code.id, { name: 'Another tab' })
  const old = await proposed('Tạm dừng mã MENU-1')
  for (const { id } of [declined, stale])
    expect((await chat.call('POST', `/actions/${id}`, { decision: 'confirm' })).statusCode).toBe(409)
  given.clock.advance(HOUR_MS)
  expect((await chat.call('POST', `/actions/${old.id}`, { decision: 'confirm' })).statusCode).toBe(409)
  expect((await chat.actions()).map(({ status }) => status)).toEqual(['expired', 'expired', 'declined'])
  expect(await codes.read(code.id)).toMatchObject({ name: 'Another tab', enabled: true })
})

test('a change that was changed again since is not undone over it', async () => {
  const code = await menu()
  const rename = await proposed('Đổi tên mã MENU-1 thành A')
  await chat.confirm(rename.id)
  await codes.change(code.id, { name: 'B' })
  expect((await chat.call('POST', `/actions/${rename.id}/undo`)).statusCode).toBe(409)
  expect((await codes.read(code.id)).name).toBe('B')
  expect((await chat.actions())[0]?.status).toBe('done')
})

test('a change that is refused stays open', async () => {
  const code = await menu()
  const action = await proposed(`Đổi liên kết đích mã MENU-1 sang ${'https://x.example/'}a`)
  await codes.call('DELETE', `/${code.id}`)
  expect((await chat.call('POST', `/actions/${action.id}`, { decision: 'confirm' })).statusCode).toBe(404)
  expect((await chat.actions())[0]).toMatchObject({ status: 'proposed', code: null })
})

test('nobody sees or decides what is another’s', async () => {
  await menu()
  const action = await proposed('Tạm dừng mã MENU-1')
  const [question] = await chat.history()
  const stranger = chatOf(given, await given.signedIn())
  expect(await stranger.history()).toEqual([])
  expect(await stranger.actions()).toEqual([])
  for (const path of [`/actions/${action.id}`, `/actions/${action.id}/undo`, `/${question?.id}/answer`])
    expect((await stranger.call('POST', path, { decision: 'confirm' })).statusCode).toBe(404)
  const { actions, message } = await stranger.ask('Tạm dừng mã MENU-1')
  expect([actions, message.includes('Thực đơn')]).toEqual([[], false])
})

test('a question that a killed server left is shown as unanswered once its time is over, and asked again', async () => {
  const now = given.clock.now()
  const answeringUntil = new Date(now.getTime() + 60_000)
  const question = {
    userId: person.id,
    from: 'user' as const,
    message: 'In mã thế nào?',
    createdAt: now,
    answeringUntil,
  }
  const [row] = await given.database().db.insert(chatMessages).values(question).returning()
  expect(await chat.history()).toMatchObject([{ isUnanswered: false }])
  expect((await chat.call('POST', `/${row?.id}/answer`)).statusCode).toBe(409)
  given.clock.advance(60_000)
  expect(await chat.history()).toMatchObject([{ isUnanswered: true }])
  const again = await Promise.all([1, 2, 3].map(() => chat.call('POST', `/${row?.id}/answer`)))
  expect(again.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  expect(await chat.history()).toMatchObject([{ isUnanswered: false }, { from: 'GPT' }])
  expect((await chat.call('POST', `/${row?.id}/answer`)).statusCode).toBe(409)
})

test('sixty questions a minute are answered, then a wait is asked for', async () => {
  const replies = await Promise.all(Array.from({ length: 61 }, () => chat.send('a')))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(60)
  const refused = replies.find(({ statusCode }) => statusCode === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
})
