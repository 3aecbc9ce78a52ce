import {
  API_SCOPES,
  type Capability,
  hasCapability,
  isApiScope,
  PERMISSION_BITS,
  RESOURCES,
  scopesHave,
  type TransferInfo,
  WORKSPACE_ROLES,
} from '@scanleaf/shared'
import { beforeEach, expect, test } from 'vitest'
import { permissions } from './features/account/table'
import { feedOf, keyOf } from './features/api-keys/testing'
import { billingNotifications } from './features/billing/notifications/table'
import { importsOf } from './features/bulk/import/testing'
import { runsOf } from './features/bulk/testing'
import { coloredPng } from './features/generator/testing'
import { proposedBy } from './features/mcp/testing'
import { pageCallsOf } from './features/pages/testing/calls'
import { formOf, pdfCallsOf, pdfWith, someDetails } from './features/pdf-codes/testing'
import { aDynamicCode, codesOf } from './features/user-codes/testing'
import { sharingOf } from './features/workspaces/testing'
import { ACCESS, type Access, type Owned } from './testing/access'
import type { Person, Route } from './testing/app'
import { givenDomain } from './testing/code'
import { moneyApp } from './testing/money'
import { NOT_THERE, PARAMETERS } from './testing/operator-access'

/** An installation with everything that may be configured. */
const money = moneyApp({
  MOMO_PARTNER_CODE: 'SHOP',
  MOMO_ACCESS_KEY: 'access',
  MOMO_SECRET_KEY: 'secret',
  VNPAY_TMN_CODE: 'SHOP0001',
  VNPAY_HASH_SECRET: 'secret',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'hook',
  CREDIT_CARD: 'stripe',
  SEPAY_SECRET: 'secret',
  CASSO_CHECKSUM_KEY: 'secret',
  PAYOS_CHECKSUM_KEY: 'secret',
  // A key makes every call of the table within a minute.
  API_CALLS_PER_MINUTE: '100000',
  WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
  SECURITY_CONTACT: 'mailto:security@example.test',
})
const { service } = money
const sharing = sharingOf(service)
/** Whose things strangers ask for. */
let owner: Person
beforeEach(() => {
  owner = money.people.an
})

const nameOf = ({ method, path }: Route): string => `${method} ${path}`

const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': expect.stringMatching(/^default-src '(none|self)'/),
  'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
  'cross-origin-resource-policy': expect.stringMatching(/^(same-origin|same-site|cross-origin)$/),
  'cache-control': expect.stringMatching(/./),
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}

const addressOf = (path: string, id: string): string => {
  let isFirst = true
  return path.replace(/:(\w+)|\*/g, (_whole, name: string) => {
    const value = isFirst ? id : (PARAMETERS[name] ?? 'x')
    isFirst = false
    return encodeURIComponent(value)
  })
}

/** Who calls, and in which workspace if not in their home. */
type Caller = Person & { workspace?: string }

/** By the field of a form. */
const FILES = {
  pdfFile: { bytes: pdfWith('mine') },
  photo: { bytes: await coloredPng('red'), field: 'photo' },
}

async function send({ method, path }: Route, person: Caller | null, id: string, access?: Access) {
  const given = typeof access === 'object' && 'owned' in access ? access : undefined
  const body = given?.form
    ? await formOf({ title: 'mine now' }, FILES[given.form])
    : { headers: {}, ...(given?.payload && { payload: given.payload }) }
  const reply = await service.inject({
    method,
    url: addressOf(path, id),
    ...body,
    headers: {
      ...body.headers,
      ...(person && {
        authorization: `Bearer ${person.sid}`,
        'x-session-id': person.sid,
        'x-access-token': person.sid,
        ...(person.workspace !== undefined && { 'x-workspace': person.workspace }),
      }),
    },
    // Some responses never end by themselves.
    payloadAsStream: true,
  })
  const name = nameOf({ method, path })
  expect([name, reply.headers], 'what every response says').toEqual([
    name,
    expect.objectContaining(COMMON_HEADERS),
  ])
  if (access !== 'open')
    expect([name, reply.headers['cache-control']], 'what a session is answered is kept nowhere').toEqual([
      name,
      'no-store',
    ])
  return reply
}

async function statusOf(...args: Parameters<typeof send>): Promise<number> {
  const reply = await send(...args)
  reply.stream().destroy()
  return reply.statusCode
}

const isOwned = (access: Access): access is Extract<Access, { owned: Owned }> =>
  typeof access === 'object' && 'owned' in access
const isOfPerson = (access: Access) =>
  typeof access === 'string' && !['open', 'admin', 'key'].includes(access)
/** Files of the web app, which are there only once that is built. */
const BUILT = ['GET /favicon.svg', 'GET /assets/*']
const routes = () => service.routes().filter((route) => !BUILT.includes(nameOf(route)))
const rows = () => routes().map((route) => ({ route, access: ACCESS[nameOf(route)] ?? 'open' }))

test('every route has its row, and every row its route', () => {
  expect(Object.keys(ACCESS).sort()).toEqual(routes().map(nameOf).sort())
})

test('every route declares what its row says', () => {
  const declared = (access: Access) =>
    access === 'open' || access === 'own token'
      ? 'public'
      : access === 'admin' || Array.isArray(access)
        ? 'operator'
        : isOwned(access)
          ? access.needs
          : access
  expect(rows().map(({ route }) => [nameOf(route), route.access])).toEqual(
    rows().map(({ route, access }) => [nameOf(route), declared(access)]),
  )
})

test('nobody is let in without a session, anywhere that is not open', async () => {
  // A webhook is let in by its signature, and may call a wrong one a 401.
  for (const { route, access } of rows().filter((row) => !row.route.path.startsWith('/webhooks/'))) {
    const status = await statusOf(route, null, NOT_THERE, access)
    expect(
      [nameOf(route), status === 401],
      `${status}: only POST …/auth asks anybody for a password`,
    ).toEqual([nameOf(route), access !== 'open' || /^POST (\/identity)?\/users\/auth$/.test(nameOf(route))])
  }
})

test('a member is let in by their session, and to a resource by nothing else than its bit', async () => {
  const guarded = rows().filter(({ access }) => access === 'admin' || Array.isArray(access))
  for (let mask = 0; mask <= 15; mask++) {
    const member = await service.signedIn()
    await permit(member, mask)
    for (const { route, access } of guarded) {
      const status = await statusOf(route, member, NOT_THERE)
      const mayCall = Array.isArray(access) && (mask & PERMISSION_BITS[access[1]]) !== 0
      expect([nameOf(route), mask, status === 403]).toEqual([nameOf(route), mask, !mayCall])
    }
  }
  let member = await service.signedIn()
  for (const { route, access } of rows().filter(({ access }) => isOfPerson(access))) {
    const status = await statusOf(route, member, NOT_THERE, access)
    expect([401, 403, 429], nameOf(route)).not.toContain(status)
    // What was done may have ended the session.
    if (status < 400 && route.method !== 'GET') member = await service.signedIn()
  }
})

test('an administrator is let in everywhere', async () => {
  for (const { route, access } of rows()) {
    if (access !== 'admin' && !Array.isArray(access)) continue
    expect([401, 403], nameOf(route)).not.toContain(
      await statusOf(route, money.people.operator, NOT_THERE, access),
    )
  }
})

test('what is somebody’s is for others, administrators too, as if it were not there', async () => {
  const ids = await givenThings()
  const stranger = await service.signedIn()
  const colleague = await sharing.join(stranger, await service.signedIn(), 'manager')
  const program = { ...stranger, sid: (await keyOf(service, stranger)).sid }
  const owned = rows().filter(({ access }) => isOwned(access))
  for (const { route, access } of owned) {
    if (!isOwned(access)) continue
    const missing = access.owned === 'pdf name' ? 'never-made' : NOT_THERE
    for (const person of [
      ...[stranger, program, money.people.operator],
      { ...colleague, workspace: stranger.id },
    ]) {
      // A role that may not even ask is refused before.
      if (person.id === colleague.id && !hasCapability('manager', access.needs)) continue
      if (person === program && !isApiScope(access.needs)) continue
      const reply = await send(route, person, ids[access.owned], access)
      const like = await send(route, person, missing, access)
      const bodies = await Promise.all([reply, like].map(({ stream }) => textOf(stream())))
      expect([nameOf(route), reply.statusCode, like.statusCode]).toEqual([nameOf(route), 404, 404])
      expect(bodies[0], nameOf(route)).toBe(bodies[1])
    }
  }
  // Only now, since they may end things: the address was right, and the owner is let in.
  const inOrder = [...owned].sort((a, b) => RANK[a.route.method] - RANK[b.route.method])
  for (const { route, access } of inOrder) {
    if (!isOwned(access) || /:(changeId|versionId|eventId)/.test(route.path)) continue
    const status = await statusOf(route, owner, ids[access.owned], access)
    expect([200, 201, 204, 409], `${nameOf(route)}: ${status}`).toContain(status)
  }
})

test('in a workspace each role may what its capabilities say, and nobody else anything', async () => {
  const of = await service.signedIn()
  const members = []
  for (const role of WORKSPACE_ROLES)
    if (role !== 'owner')
      members.push({ role, person: await sharing.join(of, await service.signedIn(), role) })
  const former = await sharing.join(of, await service.signedIn(), 'manager')
  await sharing.remove(of, of, former)
  const outside = [former, await service.signedIn(), money.people.operator]
  for (const { route, access } of rows()) {
    const needs = route.access as Capability
    if (access === 'open' || access === 'own token' || access === 'person' || access === 'admin') continue
    if (access === 'key') continue
    if (Array.isArray(access)) continue
    const isInAddress = route.path.includes('/:workspaceId')
    const id = isInAddress ? of.id : NOT_THERE
    const bodyOf = async (person: Caller, address = id) => {
      const reply = await send(route, person, address, access)
      const isRefused = [403, 404].includes(reply.statusCode)
      const body = isRefused ? JSON.parse(await textOf(reply.stream())) : null
      reply.stream().destroy()
      return { status: reply.statusCode, error: body?.error }
    }
    for (const { role, person } of members) {
      const { status, error } = await bodyOf({ ...person, workspace: of.id })
      if (hasCapability(role, needs)) {
        expect([nameOf(route), role, status, error?.code]).not.toEqual([
          nameOf(route),
          role,
          404,
          'WorkspaceNotFound',
        ])
        // What is refused then is a member above, and no capability.
        expect([nameOf(route), role, error?.details?.role?.needs]).not.toEqual([nameOf(route), role, needs])
      } else
        expect([nameOf(route), role, status, error?.details]).toEqual([
          ...[nameOf(route), role, 403],
          { role: { needs } },
        ])
    }
    for (const person of outside) {
      const there = await bodyOf({ ...person, workspace: of.id })
      const nowhere = await bodyOf({ ...person, workspace: NOT_THERE }, NOT_THERE)
      expect([nameOf(route), there.status, there.error?.code]).toEqual([
        nameOf(route),
        404,
        'WorkspaceNotFound',
      ])
      expect(there).toEqual(nowhere)
    }
  }
  expect((await sharing.call(of, 'GET', `/${of.id}/members`)).json().result).toHaveLength(5)
})

test('a key opens what its scope says, and everything else to no key', async () => {
  const of = await service.signedIn()
  const ask = async (route: Route, access: Access, program: Caller) => {
    const reply = await send(route, program, NOT_THERE, access)
    const isError = reply.statusCode >= 400
    const { code, details } = isError ? JSON.parse(await textOf(reply.stream())).error : {}
    reply.stream().destroy()
    return { status: reply.statusCode, code, details }
  }
  const guarded = rows().filter(({ access }) => access !== 'open')
  const isForKeys = ({ route, access }: (typeof guarded)[number]) =>
    access === 'key' || (access !== 'own token' && isApiScope(route.access as Capability))
  // What the key of all scopes may not, no other may.
  const strongest = { ...of, sid: (await keyOf(service, of)).sid }
  for (const { route, access } of guarded.filter((row) => !isForKeys(row))) {
    const { status, code } = await ask(route, access, strongest)
    const isRefused = access === 'own token' ? status === 401 : status === 403 && code === 'KeyNotAllowed'
    expect([nameOf(route), status, code, isRefused]).toEqual([nameOf(route), status, code, true])
  }
  for (const scope of API_SCOPES) {
    const program = { ...of, sid: (await keyOf(service, of, [scope])).sid }
    for (const { route, access } of guarded.filter(isForKeys)) {
      const name = [nameOf(route), scope]
      const { status, code, details } = await ask(route, access, program)
      const needs = route.access as Capability
      if (access === 'key') expect([401, 403], `${name}`).not.toContain(status)
      else if (!scopesHave([scope], needs))
        expect([...name, status, details]).toEqual([...name, 403, { key: { needs } }])
      else {
        expect([...name, code]).not.toEqual([...name, 'KeyNotAllowed'])
        expect([...name, details]).not.toEqual([...name, { key: { needs } }])
        expect([401, 429, 500], `${name}: ${status}`).not.toContain(status)
      }
    }
  }
})

/** Reads first, and what takes things away last. */
const RANK = { GET: 0, PATCH: 1, PUT: 1, POST: 2, DELETE: 3 } as const

async function permit(member: Person, mask: number): Promise<void> {
  await service
    .database()
    .db.insert(permissions)
    .values(RESOURCES.map((resource) => ({ userId: member.id, resource, mask })))
}

/** A question of the owner, and an action that was proposed as its answer. */
async function givenTalk(): Promise<Record<'question' | 'chat action', string>> {
  const asked = await service.as(owner).inject({
    method: 'POST',
    url: '/gateway/api/qrcode/message-gpt?lng=en',
    payload: { msg: 'Create a code for https://example.com/' },
  })
  const [action] = asked.json().result.actions
  const talk = await service.as(owner).inject({ url: '/gateway/api/qrcode/message-gpt' })
  return { question: talk.json().result[0].id, 'chat action': action.id }
}

/** One thing of each kind, all the owner's. */
async function givenThings(): Promise<Record<Owned, string>> {
  const code = await codesOf(service, owner).save(aDynamicCode())
  // Of the address in `testing/access`.
  await givenDomain(service.database(), 'go.lasen.example', owner.id)
  const run = await runsOf(service, owner).dryRun({
    kind: 'tags',
    selection: { ids: [code.id] },
    add: ['mine'],
  })
  const moved = await importsOf(service, owner).dryRun('url\nhttps://lasen.example/')
  const pdf = await pdfCallsOf(service).create(owner, someDetails({ name: 'owner-menu' }))
  const page = await pageCallsOf(service).create(owner)
  const form = await formOf({}, { bytes: pdfWith('file'), field: 'file' })
  const file = await service.as(owner).inject({ method: 'POST', url: '/media/files/upload', ...form })
  const payment = (await money.change('pro')) as TransferInfo
  await money.confirm(payment.transactionId, payment.amount)
  const paid = await money.transactionOf(payment.transactionId)
  const [webhook] = await service
    .database()
    .db.insert(billingNotifications)
    .values({
      userId: owner.id,
      kind: 'change-not-made',
      subject: 'a',
      values: {},
      createdAt: money.clock.now(),
    })
    .returning({ id: billingNotifications.id })
  const key = await keyOf(service, owner)
  const feed = await feedOf(service, owner)
  const proposal = await proposedBy(service, key.secret)
  const webhookOf = await service.as(owner).inject({
    method: 'POST',
    url: '/webhooks',
    payload: { url: 'http://127.0.0.1:9/', events: ['code.created'] },
  })
  return {
    code: code.id,
    'api key': key.id,
    feed: feed.id,
    proposal,
    webhook: webhookOf.json().result.id,
    'bulk run': run.id,
    import: moved.id,
    pdf: pdf.json().result._id,
    'pdf name': 'owner-menu',
    page: page.id,
    payment: payment.transactionId,
    invoice: paid.invoiceId,
    notice: webhook?.id ?? '',
    file: file.json().result.id,
    ...(await givenTalk()),
  }
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
