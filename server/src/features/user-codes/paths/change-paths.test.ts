import { expect, test } from 'vitest'
import { testApp } from '../../../testing/app'
import { givenDomain } from '../../../testing/code'
import { aDynamicCode, aStaticCode, codesOf, website } from '../testing'

const given = testApp()

let domains = 0

/** Somebody whose links have a domain of theirs. */
async function withDomain() {
  const person = await given.signedIn()
  const host = `go-${++domains}.lasen.example`
  await givenDomain(given.database(), host, person.id)
  const codes = codesOf(given, person)
  const add = (id: string, address: string) => codes.call('POST', `/${id}/paths`, { address })
  const refusal = async (id: string, address: string) => (await add(id, address)).json().error.fields
  return { codes, host, add, refusal }
}

test('an address that was printed elsewhere leads to a code, until it is taken back', async () => {
  const { codes, host, add } = await withDomain()
  const { id, paths } = await codes.save(aDynamicCode())
  expect(paths).toEqual([])
  const printed = [`${host}/Wifi-T2`, ` HTTP://${host.toUpperCase()}/menu/b\u00e0n 7/?src=poster#top `]
  const addresses = [`https://${host}/Wifi-T2`, `https://${host}/menu/b%C3%A0n%207`]
  for (const address of printed) expect((await add(id, address)).statusCode).toBe(201)
  expect((await add(id, addresses[0] ?? '')).json().result.paths).toEqual(addresses)
  const { result } = await codes.list({ q: '' })
  expect([result[0].paths, (await codes.read(id)).paths]).toEqual([addresses, addresses])
  const { result: left } = await codes.good('DELETE', `/${id}/paths`, { address: printed[0] })
  expect(left.paths).toEqual(addresses.slice(1))
  expect((await codes.call('DELETE', `/${id}/paths`, { address: printed[0] })).statusCode).toBe(404)
})

test('the change log has a line for a link that is added or removed, and each is taken back', async () => {
  const { codes, host, add } = await withDomain()
  const { id } = await codes.save(aDynamicCode())
  const address = `https://${host}/Wifi`
  const log = async () => (await codes.good('GET', `/${id}/changes`)).result
  const revert = (change: string) => codes.call('POST', `/${id}/changes/${change}/revert`)
  await add(id, address)
  await add(id, address)
  await codes.good('DELETE', `/${id}/paths`, { address })
  const [removed, added, ...rest] = await log()
  expect([removed, added, rest]).toMatchObject([
    { field: 'path', from: address, to: '' },
    { field: 'path', from: '', to: address, by: expect.stringContaining('@') },
    [],
  ])
  expect((await revert(added.id)).json().result.paths).toEqual([])
  expect((await revert(removed.id)).json().result.paths).toEqual([address])
  expect((await revert(removed.id)).json().result.paths).toEqual([address])
  expect((await revert(added.id)).json().result.paths).toEqual([])
  expect(await log()).toHaveLength(4)
  await add((await codes.save(aDynamicCode())).id, address)
  expect((await revert(removed.id)).json().error.fields).toEqual({ address: 'path-taken' })
})

test('an address that cannot lead to the code says why, and nothing is stored', async () => {
  const { codes, host, add, refusal } = await withDomain()
  const other = await codes.save(aDynamicCode({ dynamicId: `Quay-${host.slice(0, 4)}` }))
  const ring = await codes.save(aDynamicCode({ codeContent: website(`https://${host}/old/ring`) }))
  await add(other.id, `${host}/taken`)
  const { id } = await codes.save(aDynamicCode())
  const refused = {
    '': 'required',
    nothing: 'invalid-path',
    [host]: 'invalid-path',
    [`${host}/robots.txt`]: 'invalid-path',
    [`${host}/a/../healthz`]: 'invalid-path',
    [`${host}/.well-known/acme-challenge/x`]: 'invalid-path',
    [`${host}/a:b`]: 'invalid-path',
    [`${host}/100%`]: 'invalid-path',
    [`${host}/${'a'.repeat(200)}`]: 'invalid-path',
    'shop.example/menu': 'other-domain',
    [`${host}/taken/`]: 'path-taken',
    // The link of another code, as it is printed in capitals.
    [`${host}/${other.dynamicId?.toUpperCase()}`]: 'path-taken',
  }
  for (const [address, code] of Object.entries(refused))
    expect([address, await refusal(id, address)]).toEqual([address, { address: code }])
  expect(await refusal(ring.id, `${host}/old/ring`)).toEqual({ address: 'url-loop' })
  expect((await codes.read(id)).paths).toEqual([])
  for (let n = 0; n < 20; n++) await add(id, `${host}/n/${n}`)
  expect(await refusal(id, `${host}/n/20`)).toEqual({ address: 'too-many' })
  const fixed = await codes.save(aStaticCode('Text', { plainText: 'x' }))
  expect((await add(fixed.id, `${host}/fixed`)).statusCode).toBe(404)
})

test('no new code, of one or of many, has a link that leads to another code', async () => {
  const { codes, host, add } = await withDomain()
  const { id } = await codes.save(aDynamicCode())
  const dynamicId = `Menu-${host.slice(0, 4)}`
  const deleted = await codes.save(aDynamicCode({ dynamicId }))
  await codes.good('DELETE', `/${deleted.id}`)
  expect((await add(id, `${host}/${dynamicId.toLowerCase()}`)).statusCode).toBe(201)
  const again = aDynamicCode({ dynamicId })
  expect((await codes.call('POST', '', again)).json().error.code).toBe('DynamicIdExists')
  expect((await codes.call('POST', '/bulk', { codes: [again] })).json().error.code).toBe('DynamicIdExists')
})

test('a target that is a path of an own domain is followed, and a ring over it is refused', async () => {
  const { codes, host, add } = await withDomain()
  const { id } = await codes.save(aDynamicCode())
  await add(id, `${host}/Old/Menu`)
  const change = (address: string) => codes.call('PATCH', `/${id}`, { codeContent: website(address) })
  expect((await change(`https://${host}/Old/Menu?x=1`)).json().error.fields).toEqual({ content: 'url-loop' })
  for (const same of ['old/menu', 'OLD/MENU.'])
    expect((await change(`https://${host}/${same}`)).json().error.fields).toEqual({ content: 'url-loop' })
  expect((await change(`https://${host}/old/menus`)).statusCode).toBe(200)
})
