import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { testApp } from '../../../testing/app'
import { inboxOf } from '../../../testing/services/inbox'
import { openMailServer } from '../../../testing/services/mail-server'
import { sharingOf } from '../testing'

const server = await openMailServer()
const product = testApp(server.env)
const inbox = inboxOf(product, server)
const sharing = sharingOf(product)
const KIND = 'workspace-invitation'

test('an address is invited by mail, joins with its account alone, and is verified by that', async () => {
  const [lan, thu, other] = [await product.signedIn(), await product.signedIn(), await product.signedIn()]
  const made = await sharing.invite(lan, lan, {
    email: thu.email.replace('person', 'Person'),
    role: 'editor',
  })
  expect([made.statusCode, made.json().result.url]).toEqual([201, null])
  const { path, token } = await inbox.next(made.json().result.email, KIND)
  expect(path).toBe('/invitation')
  const refused = await product.as(other).inject({
    method: 'POST',
    url: '/gateway/api/workspaces/invitations/accept?lng=en',
    payload: { token },
  })
  expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'OtherAddress'])
  expect(refused.json().message).toContain('•••@')
  expect(refused.json().message).not.toContain(thu.email)
  const profile = async () => (await product.as(thu).inject({ url: '/identity/users/profile' })).json().result
  expect(await profile()).toMatchObject({ emailVerified: false })
  expect(await profile()).not.toHaveProperty('sharesWorkspaces')
  expect((await sharing.accept(thu, token)).statusCode).toBe(200)
  expect(await profile()).toMatchObject({ emailVerified: true, sharesWorkspaces: true })
  for (const email of [thu.email, thu.email.toUpperCase()])
    expect((await sharing.invite(lan, lan, { email, role: 'viewer' })).json().error.code).toBe(
      'AlreadyMember',
    )
})

test('the same address again is the same invitation, and ends the link of its earlier mail', async () => {
  const [lan, thu] = [await product.signedIn(), await product.signedIn()]
  await sharing.invite(lan, lan, { email: thu.email, role: 'editor' })
  const first = await inbox.next(thu.email, KIND)
  const again = await sharing.invite(lan, lan, { email: thu.email, role: 'viewer' })
  expect(again.statusCode).toBe(200)
  const second = await inbox.next(thu.email, KIND)
  expect((await sharing.accept(thu, first.token)).json().error.code).toBe('LinkExpired')
  expect((await sharing.accept(thu, second.token)).json().result).toEqual({
    workspaceId: lan.id,
    role: 'viewer',
  })
  const stored = await query(
    product.database().db,
    sql`select workspace_invitations::text as row from workspace_invitations`,
  )
  expect(JSON.stringify(stored)).not.toContain(second.token)
})
