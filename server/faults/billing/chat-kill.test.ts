import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChatHistory, ChatMessage, MessageTokens } from '@scanleaf/shared'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPostgres } from '../../../scripts/test/postgres.mjs'
import { begin, part, startModelSimulator } from '../../src/features/chat/testing'
import { Person } from '../harness/person'
import { killPrograms, startProgram } from '../harness/program'

const CHAT = 'qrcode/message-gpt'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-chat-'))
})
afterEach(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

test('killed in the middle of an answer: it costs nothing, what was held for it is free after five minutes, and the question is answered once', async () => {
  const postgres = await startPostgres()
  const database = new pg.Client(postgres.url)
  await database.connect()
  const model = await startModelSimulator()
  try {
    const settings = { ...model.settings, DATABASE_URL: postgres.url, DATA_DIR: folder }
    const start = async () => {
      const program = await startProgram(settings)
      await program.ready
      return program
    }
    const first = await start()
    const person = await Person.register(first.url)
    const tokens = async (url: string): Promise<MessageTokens['package']> =>
      (await person.read<MessageTokens>(url, 'qrcode/my-message-tokens')).package
    const ask = (url: string, path = '') =>
      person.post<ChatMessage>(
        url,
        `${CHAT}${path}`,
        path === '' ? { msg: 'Mã động là gì?' } : {},
        randomUUID(),
      )

    const isSpeaking = new Promise<void>((resolve) => {
      model.play((_call, response) => {
        part(begin(response), { content: 'Mã động ' })
        resolve()
        return null
      })
    })
    const broken = ask(first.url).catch((error: unknown) => error)
    await isSpeaking
    await first.kill('SIGKILL')
    expect(await broken).toBeInstanceOf(Error)

    const { url } = await start()
    model.play(() => ({ text: 'Là mã đổi được nơi dẫn đến.', tokens: 700 }))
    const history = async () => (await person.read<ChatHistory>(url, CHAT)).result
    // As far as is known, another process is still answering it.
    expect(await history()).toMatchObject([{ from: 'user', isUnanswered: false }])
    expect((await tokens(url)).tokenUsed).toBe(0)
    // More than half of a free plan is reserved for one answer.
    await expect(ask(url)).rejects.toThrow('ExceedLimitation')

    await database.query(`update token_reservations set expires_at = expires_at - interval '5 minutes'`)
    await database.query(`update chat_messages set answering_until = answering_until - interval '5 minutes'`)
    const [question, ...others] = await history()
    expect(others).toEqual([])
    expect(question).toMatchObject({ from: 'user', isUnanswered: true })
    const again = `/${question?.id}/answer`
    expect(await ask(url, again)).toMatchObject({ from: 'GPT', message: 'Là mã đổi được nơi dẫn đến.' })
    await expect(ask(url, again)).rejects.toThrow('409')
    expect((await history()).map(({ from }) => from)).toEqual(['user', 'GPT'])
    expect((await tokens(url)).tokenUsed).toBe(700)
    const { rows } = await database.query('select * from token_reservations')
    expect(rows).toEqual([])
  } finally {
    await model.close()
    await database.end()
    await postgres.stop()
  }
})
