import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { solveProof } from '../../../platform/proof-of-work/solve'
import { givenCode } from '../../../testing/code'

import { codeReports, reportedCodes } from '../table'
import { testRedirect } from '../testing'

const { database, ask, report } = testRedirect({
  CODE_HOST: 'https://qr.example',
  REPORTS_BEFORE_WARNING: '2',
})
const headers = { host: 'qr.example', origin: 'https://qr.example' }
const formOf = async (id: string) => (await ask(`/${id}+report`, { headers })).body
const proofOf = async (id: string) => solveProof(/data-challenge="([^"]+)"/.exec(await formOf(id))?.[1] ?? '')

const send = async (id: string, from: string, proof = '') =>
  expect((await report(`/${id}`, { from, headers, fields: { reason: 'phishing', proof } })).status).toBe(200)
const summary = async () => (await database().db.select().from(reportedCodes))[0]

// One test, as the listener keeps the key of the day, which each test would find deleted.
test('on https a report counts only with a proof of its own, which the form’s one script brings', async () => {
  const { id } = await givenCode(database())
  const { headers: sent, body } = await ask(`/${id}+report`, { headers })
  const scripts = [...body.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script)
  const hash = createHash('sha256').update(scripts.join()).digest('base64')
  expect(String(sent['content-security-policy'])).toContain(`script-src 'sha256-${hash}'`)
  expect(body).toContain('<noscript>')
  expect((await ask(`/${id}+`, { headers })).body).not.toContain('<script')

  // One proof, sent by four networks at once, counts once; others are wrong.
  const proof = await proofOf(id)
  const wrong = ['', `${(await proofOf(id)).slice(0, -1)}x`]
  const proofs = [...Array(4).fill(proof), ...wrong]
  await Promise.all(proofs.map((each, n) => send(id, `192.0.${n}.1`, each)))
  const kept = await database().db.select().from(codeReports)
  expect(kept.filter(({ counted }) => counted)).toHaveLength(1)
  expect(await summary()).toMatchObject({ open: 6, total: 6, networks: 1, warnedAt: null })

  // A network whose report did not count may prove its next one.
  await send(id, '192.0.5.1', await proofOf(id))
  expect(await database().db.$count(codeReports)).toBe(6)
  expect(await summary()).toMatchObject({ open: 6, total: 6, networks: 2, warnedAt: expect.any(Date) })
})
