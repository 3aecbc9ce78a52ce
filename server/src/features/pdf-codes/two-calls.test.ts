import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, testApp } from '../../testing/app'
import { givenPlan, givenSubscription } from '../billing/testing'
import { aDynamicCode, codesOf, website } from '../user-codes/testing'
import { formOf, PDFS, pdfCallsOf, pdfStoreOf, pdfWith, someDetails } from './testing'

// A plan with room for one code: whatever is counted twice is refused.
const product = testApp({ BILLING: 'on' })
const { create, patch } = pdfCallsOf(product)
const { storedFiles } = pdfStoreOf(product)
let mai: Person
let codes: ReturnType<typeof codesOf>
let details: ReturnType<typeof someDetails>
let dynamicId: string

beforeEach(async () => {
  mai = await product.signedIn()
  codes = codesOf(product, mai)
  await givenPlan(product.database(), 'one', { addons: { 'dynamic-code-storage': 1 } })
  await givenSubscription(product.database(), { userId: mai.id, plan: 'one' })
  details = someDetails()
  dynamicId = details.name.toUpperCase()
})

const asDocument = (content: string, more: object = {}) =>
  aDynamicCode({ contentType: 'Website-pdf', codeContent: website(content), dynamicId, ...more })
/** As a client of the specification knows the document, or not yet. */
const register = (content = 'https://files.example/menu.pdf') => codes.call('POST', '', asDocument(content))
const upload = (change: object = {}) => create(mai, someDetails({ ...details, dynamicId, ...change }))
const listed = async () => (await codes.list({})).result

async function uploadFirst() {
  const form = await formOf({}, { bytes: pdfWith('Menu'), field: 'file' })
  return (await product.as(mai).inject({ method: 'POST', url: '/media/files/upload', ...form })).json().result
}

async function uploadApart() {
  const pdfUrl = `http://app.test${(await uploadFirst()).url}`
  const post = () =>
    product.as(mai).inject({ method: 'POST', url: PDFS, payload: { ...details, dynamicId, pdfUrl } })
  return { post, register: () => register(pdfUrl) }
}

describe('a document and its code, by two calls with one id', () => {
  test.each<[string, () => Promise<(() => Promise<{ statusCode: number; body: string }>)[]>]>([
    ['the document first', async () => [upload, register]],
    ['the code first', async () => [register, upload]],
    ['the file apart, then the code', async () => Object.values(await uploadApart()).reverse()],
    ['the file apart, then the document', async () => Object.values(await uploadApart())],
  ])('are one, once: %s', async (_order, callsOf) => {
    const calls = await callsOf()
    const replies = []
    for (const call of [...calls, ...calls]) replies.push(await call())
    expect(replies.map(({ statusCode, body }) => (statusCode === 201 ? 201 : body))).toEqual(
      Array(4).fill(201),
    )
    const [code, ...others] = await listed()
    expect(others).toEqual([])
    expect(new Set(replies.map(({ body }) => JSON.parse(body).result.id))).toEqual(new Set([code.id]))
    expect(code).toMatchObject({
      dynamicId,
      contentType: 'Website-pdf',
      codeContent: website(`http://qr.test/p/${details.name}`),
      name: details.title,
    })
  })

  test('are one, when all come at once', async () => {
    const calls = [upload, register, register, upload, register, upload]
    const replies = await Promise.all(calls.map((call) => call()))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(201))
    expect(await listed()).toHaveLength(1)
    expect((await listed())[0].codeContent).toBe(website(`http://qr.test/p/${details.name}`))
  })

  test('keep the name and the design of the registration, and the log says where it led', async () => {
    const qrCustomSettings = { foregroundColor: '#0C7D4B' }
    const { id } = await codes.save(
      asDocument('https://files.example/menu.pdf', { name: 'Tường', qrCustomSettings }),
    )
    expect((await upload()).statusCode).toBe(201)
    expect(await codes.read(id)).toMatchObject({ name: 'Tường', qrCustomSettings })
    expect((await codes.good('GET', `/${id}/changes`)).result).toMatchObject([
      { field: 'target', from: 'https://files.example/menu.pdf', to: `http://qr.test/p/${details.name}` },
    ])
  })

  test('are refused when the id leads to something else', async () => {
    await upload()
    const files = await storedFiles()
    const stranger = await product.signedIn()
    for (const reply of [
      await upload({ title: 'Another' }),
      await upload({ website: 'https://another.example' }),
      await create(mai, someDetails({ ...details, dynamicId }), { bytes: pdfWith('Another') }),
      await codes.call('POST', '', aDynamicCode({ dynamicId })),
      await codesOf(product, stranger).call('POST', '', asDocument('https://files.example/menu.pdf')),
      await create(stranger, someDetails({ dynamicId })),
    ]) {
      expect(reply.statusCode).toBe(409)
      expect(reply.json().error).toMatchObject({
        code: 'DynamicIdExists',
        fields: { dynamicId: 'DynamicIdExists' },
      })
    }
    expect(await storedFiles()).toEqual(files)
  })

  test('a code without a document is registered again as it is, and as nothing else', async () => {
    expect((await register()).statusCode).toBe(201)
    expect((await register()).statusCode).toBe(201)
    expect((await register('https://files.example/other.pdf')).json().error.code).toBe('DynamicIdExists')
    expect((await listed())[0].codeContent).toBe(website('https://files.example/menu.pdf'))
  })
})

describe('the name in the list', () => {
  const nameOf = async (id: string) => (await codes.read(id)).name
  const find = async (q: string) => (await codes.list({ q, sort: 'name' })).meta.total

  test('follows the title until somebody gives another', async () => {
    const { id } = (await upload()).json().result
    await patch(mai, id, { title: 'Đồ uống' })
    expect(await nameOf(id)).toBe('Đồ uống')
    expect([await find('do uong'), await find('thuc don')]).toEqual([1, 0])
    expect((await codes.good('GET', `/${id}/changes`)).result).toEqual([])
    await codes.change(id, { name: 'Đồ uống' })
    await patch(mai, id, { title: 'Thực đơn mùa xuân' })
    expect(await nameOf(id)).toBe('Thực đơn mùa xuân')
    await codes.change(id, { name: 'Bàn 7' })
    await patch(mai, id, { title: 'Thực đơn mùa hè' })
    expect(await nameOf(id)).toBe('Bàn 7')
    await codes.change(id, { name: '' })
    await patch(mai, id, { title: 'Thực đơn mùa mưa' })
    expect(await nameOf(id)).toBe('Thực đơn mùa mưa')
  })
})
