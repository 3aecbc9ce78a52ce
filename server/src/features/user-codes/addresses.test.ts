import { expect, test } from 'vitest'
import { testApp } from '../../testing/app'
import { aDynamicCode, aStaticCode, codesOf, website } from './testing'

const given = testApp()
const intranet = testApp({ ALLOW_PRIVATE_TARGETS: 'on' })

test('an address with one plain meaning is saved as it was meant', async () => {
  const codes = codesOf(given, await given.signedIn())
  for (const typed of [
    'http://https://shop.example/menu',
    'https//shop.example/menu',
    '"https://shop.example/menu"',
    '\u2060https://shop.example/menu\u200b',
    'https://sh\u00adop.example/menu',
  ]) {
    const code = await codes.save(aDynamicCode({ codeContent: website(typed) }))
    expect(code.codeContent, typed).toBe(website('https://shop.example/menu'))
  }
})

test('the refusal names the host that is wrong, of one code and of many', async () => {
  const codes = codesOf(given, await given.signedIn())
  const wrong = aDynamicCode({ codeContent: website('https://shop,example.vn/menu') })
  const one = (await codes.call('POST', '?lng=en', wrong)).json()
  expect(one.errors.content).toMatch(/^“shop,example\.vn” is not a valid site name/)
  expect(one.error.details).toEqual({ content: { host: 'shop,example.vn' } })
  const many = (await codes.call('POST', '/bulk?lng=en', { codes: [aDynamicCode(), wrong] })).json()
  expect(many.errors).toEqual({ '1.content': one.errors.content })
})

test('a link of this installation may be a target, wherever it is installed', async () => {
  const codes = codesOf(given, await given.signedIn())
  const { codeRedirect } = await codes.save(aDynamicCode())
  expect(codeRedirect).toMatch(/^http:\/\/qr\.test\//)
  await codes.save(aDynamicCode({ codeContent: website(codeRedirect ?? '') }))
})

test('where private targets are allowed, hosts inside a network are printed', async () => {
  const codes = codesOf(intranet, await intranet.signedIn())
  for (const address of ['http://wiki/', 'http://192.168.1.20:8080/', 'http://nas.local/'])
    expect((await codes.save(aDynamicCode({ codeContent: website(address) }))).codeContent).toBe(
      website(address),
    )
  const code = await codes.save(aStaticCode('Website', { content: 'http://10.0.0.1/' }))
  expect(code.codeContent).toBe(website('http://10.0.0.1/'))
  const comma = await codes.call('POST', '', aDynamicCode({ codeContent: website('http://wi,ki') }))
  expect(comma.json().error.fields).toEqual({ content: 'address-bad-host' })
  expect((await intranet.inject('/config')).json().result.addressRules).toEqual({
    privateHosts: true,
    ownHosts: ['app.test', 'qr.test'],
  })
})
