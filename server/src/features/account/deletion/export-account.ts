import { desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/database'
import { type ExportOf, jsonFile } from '../../../platform/export/entry'
import { identities } from '../oidc/table'
import { findPermissions, findUser } from '../repository'
import { countRecoveryCodes, findTotp, listPasskeys } from '../second-factor/repository'
import { sessions, userActions } from '../table'

/** Who a user is, where they are signed in and by what, and what was done to them; no secret and no hash of one. */
export const exportAccount = ({ db }: Database): ExportOf =>
  async function* (userId) {
    yield jsonFile('account/profile.json', profile())
    yield jsonFile('account/sessions.json', await openSessions())
    yield jsonFile('account/security.json', security())
    yield jsonFile('account/actions.json', await actions())

    async function* profile() {
      const user = await findUser(db, userId)
      if (!user) return
      const { passwordHash: _, usernameKey: __, searchText: ___, ...told } = user
      yield { ...told, permissions: await findPermissions(db, userId) }
    }

    function openSessions() {
      return db
        .select({
          createdAt: sessions.createdAt,
          expiresAt: sessions.expiresAt,
          label: sessions.label,
          country: sessions.country,
          method: sessions.method,
        })
        .from(sessions)
        .where(eq(sessions.userId, userId))
        .orderBy(desc(sessions.createdAt))
    }

    async function* security() {
      const passkeys = await listPasskeys(db, userId)
      yield {
        authenticatorSince: (await findTotp(db, userId))?.enabledAt ?? null,
        recoveryCodesLeft: await countRecoveryCodes(db, userId),
        passkeys: passkeys.map(({ name, createdAt, usedAt }) => ({ name, createdAt, usedAt })),
        connectedAccounts: await db.select().from(identities).where(eq(identities.userId, userId)),
      }
    }

    function actions() {
      return db
        .select({
          at: userActions.at,
          action: userActions.action,
          resource: userActions.resource,
          from: userActions.from,
          to: userActions.to,
          reason: userActions.reason,
        })
        .from(userActions)
        .where(sql`${userActions.userId} = ${userId}::uuid`)
        .orderBy(desc(userActions.id))
    }
  }
