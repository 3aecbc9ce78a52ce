import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type Person, testApp } from '../../../testing/app'
import { pdfCallsOf, someDetails } from '../../pdf-codes/testing'

const list = join(mkdtempSync(join(tmpdir(), 'scanleaf-deny-')), 'denied.txt')
writeFileSync(list, '*.evil.example\n')
const product = testApp({ TARGET_DENY_LIST: list })
let owner: Person
beforeEach(async () => {
  owner = await product.signedIn()
})

const { create: createPdf, patch: changePdf } = pdfCallsOf(product)

const PATH = '/gateway/api/qrcode/user-codes'
const leadingTo = (content: string) => ({
  contentType: 'Website',
  codeContent: JSON.stringify({ content }),
  isDynamicCode: true,
})
const send = (method: 'POST' | 'PATCH', url: string, payload: object) =>
  product.as(owner).inject({ method, url, payload })

const REFUSED = { content: 'denied-target' }

test('a site on the deny list is refused as a target, however it is saved', async () => {
  const refused = await send('POST', `${PATH}?lng=en`, leadingTo('https://shop.evil.example/'))
  expect(refused.statusCode).toBe(422)
  expect(refused.json().error.fields).toEqual(REFUSED)
  expect(refused.json().errors.content).toBe('This site is on the block list. Choose another link')
  const codes = [leadingTo('https://good.example/'), leadingTo('https://evil.example/')]
  expect((await send('POST', `${PATH}/bulk`, { codes })).json().error.fields).toEqual({
    '1.content': 'denied-target',
  })
  const { id } = (await send('POST', PATH, leadingTo('https://good.example/'))).json().result
  const { codeContent } = leadingTo('https://EVIL.example:8443/')
  const moved = await send('PATCH', `${PATH}/${id}`, { codeContent })
  expect(moved.json().error.fields).toEqual(REFUSED)
  const { result, meta } = (await product.as(owner).inject({ url: `${PATH}?productId=dynamic-code` })).json()
  expect(meta.total).toBe(1)
  expect(JSON.parse(result[0].codeContent)).toEqual({ content: 'https://good.example/' })
})

test.each([
  ['Website', { content: 'https://evil.example/' }, 'content'],
  ['Facebook Url', { facebookUrl: 'https://m.evil.example/me' }, 'facebookUrl'],
  ['Facebook share', { shareFacebook: 'https://evil.example/post' }, 'shareFacebook'],
  ['VCard', { firstName: 'An', lastName: 'Trần', websiteUrl: 'https://evil.example/' }, 'websiteUrl'],
])('a site on the deny list is refused inside a static code of the type %s', async (type, content, field) => {
  const code = { contentType: type, codeContent: JSON.stringify(content), isDynamicCode: false }
  const refused = await send('POST', PATH, code)
  expect(refused.statusCode).toBe(422)
  expect(refused.json().error.fields).toEqual({ [field]: 'denied-target' })
  const spoken = { ...code, contentType: 'Text', codeContent: JSON.stringify({ plainText: 'evil.example' }) }
  expect((await send('POST', PATH, spoken)).statusCode).toBe(201)
})

test('a site on the deny list is refused behind the button of a PDF page, new or changed', async () => {
  const refused = await createPdf(owner, someDetails({ website: 'evil.example' }))
  expect(refused.statusCode).toBe(422)
  expect(refused.json().error.fields).toEqual({ website: 'denied-target' })
  const { _id } = (await createPdf(owner, someDetails())).json().result
  const changed = await changePdf(owner, _id, { website: 'https://pay.evil.example' })
  expect(changed.json().error.fields).toEqual({ website: 'denied-target' })
})
