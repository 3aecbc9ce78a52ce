import { expect } from 'vitest'
import type { Person, testApp } from '../../../testing/app'
import { sharingOf } from '../../workspaces/testing'

/** A further workspace of a person; its id. */
export async function workspaceOf(
  product: Pick<ReturnType<typeof testApp>, 'as' | 'inject'>,
  owner: Person,
  name: string,
): Promise<string> {
  const made = await sharingOf(product).call(owner, 'POST', '', { name })
  expect(made.statusCode, made.body).toBe(201)
  return made.json().result.id
}
