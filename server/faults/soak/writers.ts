import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from './caller'
import type { Findings } from './findings'

/** The free plan has room for one more. */
const MAX_CODES = 4
const COMPARE_EVERY = 10
const CODES = 'qrcode/user-codes'

interface Listed {
  id: string
  codeContent: string
}

/**
 * Creates, changes and deletes codes, one request after another, and regularly compares what exists with what was
 * acknowledged. @returns a promise that settles after the last comparison
 */
export async function runWriter(
  caller: Caller,
  { everyMs, isOver, findings }: { everyMs: number; isOver: () => boolean; findings: Findings },
): Promise<void> {
  const acknowledged = new Map<string, string>()
  let number = 0
  const content = () => JSON.stringify({ content: `https://shop.example/${++number}` })
  const wrong = (what: string, reply: unknown) =>
    findings.add('wrong', `${what} answered ${JSON.stringify(reply)}`)

  async function create(): Promise<void> {
    const codeContent = content()
    const reply = await caller.call<{ id: string }>('POST', CODES, {
      contentType: 'Website',
      codeContent,
      isDynamicCode: true,
    })
    if (reply.status === 201) acknowledged.set(reply.body.result.id, codeContent)
    else wrong('a creation', reply)
  }

  async function change(id: string): Promise<void> {
    const codeContent = content()
    const reply = await caller.call('PATCH', `${CODES}/${id}`, { codeContent })
    if (reply.status === 200) acknowledged.set(id, codeContent)
    else wrong('a change', reply)
  }

  async function remove(id: string): Promise<void> {
    const { repeated } = caller
    const reply = await caller.call('DELETE', `${CODES}/${id}`)
    // Repeated after a lost response, the code is already deleted.
    if (reply.status === 200 || (reply.status === 404 && caller.repeated > repeated)) acknowledged.delete(id)
    else wrong('a deletion', reply)
  }

  async function compare(): Promise<void> {
    const { status, body } = await caller.call<Listed[]>('GET', `${CODES}?productId=dynamic-code&limit=100`)
    if (status !== 200) return wrong('a list', { status, body })
    const found = new Map(body.result.map(({ id, codeContent }) => [id, codeContent]))
    for (const [id, codeContent] of acknowledged) {
      if (found.get(id) !== codeContent)
        findings.add('lost', `${id} says ${found.get(id)}, not ${codeContent}`)
    }
    for (const id of found.keys()) if (!acknowledged.has(id)) findings.add('doubled', `code ${id}`)
  }

  for (let turn = 0; !isOver(); turn++) {
    const startedAt = performance.now()
    const [oldest] = acknowledged.keys()
    if (turn % COMPARE_EVERY === 0) await compare()
    else if (!oldest || (turn % 3 === 0 && acknowledged.size < MAX_CODES)) await create()
    else if (acknowledged.size === MAX_CODES) await remove(oldest)
    else await change(oldest)
    await pause(Math.max(0, everyMs - (performance.now() - startedAt)))
  }
  await compare()
}
