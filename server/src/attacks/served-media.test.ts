import { beforeEach, expect, test } from 'vitest'
import { coloredPng, generatorCalls } from '../features/generator/testing'
import { pdfOf } from '../features/media/testing'
import { formOf } from '../features/pdf-codes/testing'
import { aDynamicCode, CODES, codesOf } from '../features/user-codes/testing'
import { type Person, testApp } from '../testing/app'

const product = testApp()
const { generate, postForm } = generatorCalls(product)
let mai: Person
beforeEach(async () => {
  mai = await product.signedIn()
})

const FORMATS = ['png', 'svg', 'eps', 'pdf']

/** An address of each kind at which something that a person made is served, by the route that serves it. */
async function served(): Promise<Record<string, string[]>> {
  const code = await codesOf(product, mai).save(aDynamicCode())
  const logo = '/qrcode-generator/qrcode-url-logo-img/user'
  const image = (await postForm(mai, logo, {}, await coloredPng('teal'))).json()
  const form = await formOf({}, { bytes: pdfOf(2000), field: 'file' })
  const file = await product.as(mai).inject({ method: 'POST', url: '/media/files/upload', ...form })
  const made = await Promise.all(
    FORMATS.map(async (fileType) => (await generate({ content: 'example.com', fileType })).json().result),
  )
  const [picture] = new URL(code.qrImageUrl).pathname.split('.')
  return {
    'GET /media/images/:id': [new URL(image.imgLogo).pathname],
    'GET /media/codes/:imageKey.:format': FORMATS.map((format) => `${picture}.${format}`),
    'GET /media/qrcodes/:dirName/:fileName': made.map(({ imgUrl }) => new URL(imgUrl).pathname),
    'GET /media/files/:id': [file.json().result.url],
    [`GET ${CODES}/:id/image.:format`]: FORMATS.map((format) => `${CODES}/${code.id}/image.${format}`),
  }
}

test('whatever is served of what people made can only be looked at, or saved', async () => {
  const addresses = await served()
  const routes = product.routes().map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(addresses).sort()).toEqual(
    routes.filter((route) => /^GET .*(\/media\/|image)/.test(route)).sort(),
  )
  for (const url of Object.values(addresses).flat()) {
    const reply = await product.as(mai).inject({ url })
    expect(reply.statusCode, url).toBe(200)
    expect(reply.headers, url).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': expect.stringMatching(/^(same-origin|same-site|cross-origin)$/),
    })
    const type = String(reply.headers['content-type'])
    expect(type, url).not.toMatch(/html|xml(?!$)|javascript/)
    if (!type.startsWith('image/')) expect(reply.headers['content-disposition'], url).toMatch(/^attachment;/)
    if (type.startsWith('image/svg')) expect(reply.body).not.toMatch(/<script|\son\w+=|href/i)
    expect(reply.headers['set-cookie'], url).toBeUndefined()
  }
})
