import {
  Deleted,
  DeleteMany,
  type PageMeta,
  type Paging,
  pageMeta,
  pageOf,
  type Resource,
  resultOf,
} from '@scanleaf/shared'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Database, Db } from '../../platform/db/database'
import { operatorRoute, requirePermission } from '../account'
import { removing, writing } from './refusals'

/** Things of one kind that operators keep, and how they are stored. */
export interface Collection<Item, New, Change, List extends Paging> {
  /** Without a slash at the end. */
  path: string
  resource: Resource
  schemas: {
    item: z.ZodType<Item, Item>
    create: z.ZodType<New>
    change: z.ZodType<Change>
    list: z.ZodType<List>
  }
  list: (db: Db, asked: List) => Promise<{ items: Item[]; total: number }>
  find: (db: Db, id: string) => Promise<Item | null>
  /** The new id. */
  insert: (tx: Db, input: New, now: Date) => Promise<string>
  /** @throws AppError NotFound, or Conflict when it is not as the caller saw it */
  update: (tx: Db, id: string, change: Change, now: Date) => Promise<void>
  /** Ids that are gone; those that never were are ignored. */
  remove: (tx: Db, ids: string[]) => Promise<string[]>
}

export interface CatalogueContext {
  database: Database
  clock: Clock
}

interface Page<Item> {
  result: Item[]
  meta: PageMeta
}

const ById = z.object({ id: z.uuid() })
const tags = ['catalogue']

/** The calls of billing-spec §7, "Generic list", "Delete one", "Delete many" and "Generic form", of a collection. */
export function mountCollection<Item, New, Change, List extends Paging>(
  plain: FastifyInstance,
  { database, clock }: CatalogueContext,
  { path, resource, schemas, ...stored }: Collection<Item, New, Change, List>,
): void {
  const app = plain.withTypeProvider<ZodTypeProvider>()
  // The compiler does not see through the schema of a kind that it does not know.
  const one = resultOf(schemas.item) as unknown as z.ZodType<{ result: Item }, { result: Item }>
  const page = pageOf(schemas.item) as unknown as z.ZodType<Page<Item>, Page<Item>>

  const toRead = { config: { access: 'operator' }, onRequest: requirePermission(resource, 'read') } as const
  /** Nobody's case, and no money: prices of what is sold here are elsewhere. */
  const to = (action: 'create' | 'update' | 'delete') =>
    operatorRoute({ resource, action, on: 'catalogue', confirm: false })

  async function found(db: Db, id: string): Promise<{ result: Item }> {
    const result = await stored.find(db, id)
    if (result === null) throw new AppError('NotFound')
    return { result }
  }

  async function remove(ids: string[]) {
    const known = ids.filter((id) => z.uuid().safeParse(id).success)
    const deleted = await removing(() => database.transaction((tx) => stored.remove(tx, known)))
    if (deleted.length === 0) throw new AppError('NotFound')
    return { result: { deleted } }
  }

  app.get(
    path,
    {
      ...toRead,
      schema: { tags, querystring: schemas.list, response: { 200: page } },
    },
    async (request) => {
      const asked = request.query as List
      const { items, total } = await stored.list(database.db, asked)
      return { result: items, meta: pageMeta(total, asked) }
    },
  )

  app.post(
    path,
    {
      ...to('create'),
      schema: { tags, body: schemas.create, response: { 201: one } },
    },
    async (request, reply) => {
      const input = request.body as New
      const created = await writing(() =>
        database.transaction(async (tx) => found(tx, await stored.insert(tx, input, clock.now()))),
      )
      return reply.code(201).send(created)
    },
  )

  app.get(
    `${path}/:id`,
    {
      ...toRead,
      schema: { tags, params: ById, response: { 200: one } },
    },
    (request) => found(database.db, request.params.id),
  )

  app.patch(
    `${path}/:id`,
    {
      ...to('update'),
      schema: { tags, params: ById, body: schemas.change, response: { 200: one } },
    },
    async (request) => {
      const { params, body } = request
      return writing(() =>
        database.transaction(async (tx) => {
          await stored.update(tx, params.id, body as Change, clock.now())
          return found(tx, params.id)
        }),
      )
    },
  )

  app.delete(
    `${path}/:id`,
    {
      ...to('delete'),
      schema: { tags, params: ById, response: { 200: resultOf(Deleted) } },
    },
    (request) => remove([request.params.id]),
  )

  app.delete(
    path,
    {
      ...to('delete'),
      schema: { tags, body: DeleteMany, response: { 200: resultOf(Deleted) } },
    },
    (request) => remove(request.body.deleted),
  )
}
