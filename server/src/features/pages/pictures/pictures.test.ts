import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type PictureUse, pictureSize } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { openFiles } from '../../../platform/files/file-store'
import { type Person, testApp } from '../../../testing/app'
import { cuttable } from '../../../testing/cuttable-database'
import { openPublicListener } from '../../../testing/public-listener'
import { SOON } from '../../../testing/soon'
import { leavingOf } from '../../leaving/testing'
import { pngOf } from '../../media/testing'
import { pageJobs } from '..'
import { pageCallsOf } from '../testing/calls'
import { BLOCKS, somePageInput } from '../testing/some-pages'

const product = testApp({ PUBLIC_PORT: '0' })
const calls = pageCallsOf(product)
const { execute, leaveForGood } = leavingOf(product)
const line = cuttable(() => product.database())
let listener: Awaited<ReturnType<typeof openPublicListener>>
let mai: Person

beforeAll(async () => {
  listener = await openPublicListener(product, { database: line.database() })
})
afterAll(() => listener.close())
beforeEach(async () => {
  line.repair()
  mai = await product.signedIn()
})

const photo = (width = 1600, height = 1200) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
/** What no encoder makes small. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()

async function upload(id: string, bytes: Uint8Array, use: PictureUse = 'photo', who = mai) {
  const form = new FormData()
  form.append('photo', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), '<b>.png')
  const body = new Response(form)
  return product.as(who).inject({
    method: 'POST',
    url: `/gateway/api/qrcode/pages/${id}/pictures?use=${use}`,
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  })
}
async function uploaded(id: string, bytes: Uint8Array, use?: PictureUse): Promise<string> {
  const reply = await upload(id, bytes, use)
  expect([reply.statusCode, reply.json().error]).toEqual([201, undefined])
  return reply.json().result.id
}

const withPictures = (pictures: string[], more: Record<string, unknown> = {}) =>
  somePageInput('business', [{ type: 'pictures', pictures: pictures.map((picture) => ({ picture })) }], more)
const aPage = () => calls.create(mai, { page: somePageInput('business', []) })

/** A public page with a picture. */
async function shownPage() {
  const { id, revision } = await aPage()
  const picture = await uploaded(id, await photo())
  await calls.save(mai, id, revision, withPictures([picture]))
  await calls.publish(mai, { id, revision: revision + 1 })
  return { id, picture, revision: revision + 1 }
}

const asked = (
  path: string,
): Promise<{ status: number; headers: IncomingMessage['headers']; bytes: Buffer }> =>
  new Promise((resolve, reject) => {
    const headers = { host: 'qr.test' }
    get({ host: '127.0.0.1', port: listener.port, path, headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      const { statusCode: status = 0, headers: answered } = response
      resolve({ status, headers: answered, bytes: Buffer.concat(chunks) })
    }).once('error', reject)
  })
const fileAt = (id: string, picture: string, size = 'small') =>
  asked(`/page/${id}?file=${picture}-${size}.webp`)
const useOf = async (who: { id: string }) =>
  (
    await query<{ files: number; bytes: number }>(
      product.database().db,
      sql`select files, bytes::float8 as bytes from storage_use where user_id = ${who.id}`,
    )
  )[0] ?? { files: 0, bytes: 0 }
const storedFiles = async () =>
  (await readdir(join(product.config().dataDir, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
const cleanUp = async () => {
  const [job] = pageJobs({
    database: product.database(),
    files: await openFiles(product.config()),
    clock: product.clock,
  })
  await job?.run()
}

describe('an uploaded picture', () => {
  test('is at an address that never changes once the page is public, in two sizes, and nothing else', async () => {
    const { id, revision } = await aPage()
    const picture = await uploaded(id, await photo())
    expect(pictureSize(picture)).toEqual({ width: 1080, height: 810 })
    const saved = (await calls.save(mai, id, revision, withPictures([picture]))).json().result
    expect((await fileAt(id, picture)).status).toBe(404)
    const draft = new URL(saved.draftUrl)
    const inDraft = await asked(`${draft.pathname}${draft.search}&file=${picture}-small.webp`)
    expect([inDraft.status, inDraft.headers['content-type']]).toEqual([200, 'image/webp'])
    await calls.publish(mai, { id, revision: revision + 1 })
    await expect.poll(async () => (await asked(`/page/${id}`)).status, SOON).toBe(200)
    const page = (await asked(`/page/${id}`)).bytes.toString()
    // A link needs a name also where the owner has said nothing of the picture.
    expect(page).toContain(
      `<a href="?file=${picture}-large.webp" aria-label="Ảnh 1"><img src="?file=${picture}-small.webp" alt=""`,
    )
    expect(page).toContain('width="1080" height="810"')
    for (const [size, width] of [
      ['small', 540],
      ['large', 1080],
    ] as const) {
      const shown = await fileAt(id, picture, size)
      expect(shown.status).toBe(200)
      expect(shown.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'webp', width })
    }
  })

  test.each([
    ['photo', 1200, 1600, [45_000, 140_000]],
    ['logo', 900, 500, [8_000, 24_000]],
  ] as const)(
    'as a %s stays within its weight, whatever it shows',
    async (use, width, height, [small, large]) => {
      const { id, revision } = await aPage()
      const picture = await uploaded(id, await noise(width, height), use)
      const page = use === 'logo' ? withPictures([], { blocks: [], logo: picture }) : withPictures([picture])
      expect((await calls.save(mai, id, revision, page)).statusCode).toBe(200)
      const [row] = await query<{ small: number; large: number }>(
        product.database().db,
        sql`select small_size as small, large_size as large from page_pictures where id = ${picture}`,
      )
      expect(row?.small).toBeLessThanOrEqual(small)
      expect(row?.large).toBeLessThanOrEqual(large)
      expect((await useOf(mai)).bytes).toBe((row?.small ?? 0) + (row?.large ?? 0))
    },
  )

  test('stands upright and says nothing of where it was taken', async () => {
    const { id } = await aPage()
    const bytes = await sharp(await photo(600, 200))
      .withExif({ IFD0: { ImageDescription: '<script>' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const picture = await uploaded(id, bytes)
    expect(pictureSize(picture)).toEqual({ width: 200, height: 600 })
    const stored = await (await openFiles(product.config())).read(
      `pictures/${picture.slice(0, 2)}/${picture}-large`,
    )
    const { exif, xmp, icc } = await sharp(stored ?? Buffer.of()).metadata()
    expect({ exif, xmp, icc }).toEqual({})
  })

  test('as a logo is the photo of the saved contact, in lines of 75 bytes', async () => {
    const { id, revision } = await calls.create(mai, { page: somePageInput('contact', [BLOCKS.contact]) })
    const logo = await uploaded(id, await photo(), 'logo')
    await calls.save(mai, id, revision, somePageInput('contact', [BLOCKS.contact], { logo }))
    await calls.publish(mai, { id, revision: revision + 1 })
    expect((await asked(`/page/${id}`)).bytes.toString()).toContain(
      `<img class="g" src="?file=${logo}-small.webp"`,
    )
    expect((await fileAt(id, logo, 'large')).status).toBe(404)
    const card = (await asked(`/page/${id}?file=contact.vcf`)).bytes.toString()
    expect(card.split('\r\n').every((each) => Buffer.byteLength(each) <= 75)).toBe(true)
    const encoded = /PHOTO;ENCODING=b;TYPE=JPEG:(.*)\r\nEND:VCARD$/.exec(card.replaceAll('\r\n ', ''))?.[1]
    const photoOfCard = await sharp(Buffer.from(encoded ?? '', 'base64')).metadata()
    expect(photoOfCard).toMatchObject({ format: 'jpeg', width: 480, height: 480 })
  })

  test('outlives the database with its page', async () => {
    const { id, picture } = await shownPage()
    expect((await asked(`/page/${id}`)).status).toBe(200)
    line.cut()
    expect((await fileAt(id, picture)).status).toBe(200)
  })
})

describe('refused, with nothing stored', () => {
  test.each<[string, number, () => Promise<Uint8Array> | Uint8Array]>([
    ['a page in place of a picture', 415, () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    [
      'a drawing with a script',
      415,
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    ],
    ['a picture that unpacks to 16 gigapixels', 422, () => pngOf(100_000, 160_000)],
    ['a cut one', 422, async () => (await noise(400, 300)).subarray(0, 9_000)],
    ['more than 5 MiB', 413, () => Buffer.concat([pngOf(4, 4), Buffer.alloc(5 * 1024 * 1024)])],
    ['none', 422, () => Buffer.of()],
  ])('%s', async (_name, status, bytes) => {
    const { id } = await aPage()
    const before = await storedFiles()
    const reply = await upload(id, await bytes())
    expect(reply.statusCode).toBe(status)
    expect([await storedFiles(), await useOf(mai)]).toEqual([before, { files: 0, bytes: 0 }])
  })

  test('for a page of somebody else, and one that is not there', async () => {
    const { id } = await aPage()
    const lan = await product.signedIn()
    expect((await upload(id, await photo(), 'photo', lan)).statusCode).toBe(404)
    expect((await upload(crypto.randomUUID(), await photo())).statusCode).toBe(404)
  })

  test('by an account that is full', async () => {
    const { id } = await aPage()
    await execute(sql`insert into storage_use (user_id, files, bytes) values (${mai.id}, 2000, 1)`)
    const reply = await upload(id, await photo())
    expect(reply.json().error).toMatchObject({ code: 'ExceedLimitation', fields: { photo: 'account-full' } })
  })

  test('in a page that has no such picture: of another page, made up, or no id at all', async () => {
    const { picture } = await shownPage()
    const { id, revision } = await aPage()
    for (const named of [picture, `${'a'.repeat(22)}-10x10`, '../../../etc/passwd', '"><script>'])
      for (const [page, place] of [
        [withPictures([named]), 'page.blocks.0.pictures.0.picture'],
        [withPictures([], { blocks: [], logo: named }), 'page.logo'],
        [withPictures([], { blocks: [], cover: { picture: named } }), 'page.cover.picture'],
      ] as const)
        expect((await calls.save(mai, id, revision, page)).json().error.fields).toEqual({
          [place]: 'invalid-image',
        })
  })

  test('at the address of another page, and by names that are no pictures', async () => {
    const { picture } = await shownPage()
    const { id } = await shownPage()
    for (const name of [
      `${picture}-small.webp`,
      '-small.webp',
      '../pictures/x-small.webp',
      `${picture}-small`,
      `${picture}-huge.webp`,
    ])
      expect((await asked(`/page/${id}?file=${encodeURIComponent(name)}`)).status).toBe(404)
  })
})

describe('a picture that a page no longer shows', () => {
  test('comes back with an earlier version for 30 days, then its space is free', async () => {
    const { id, picture, revision } = await shownPage()
    await calls.save(mai, id, revision, withPictures([], { blocks: [] }))
    await calls.publish(mai, { id, revision: revision + 1 })
    await expect.poll(async () => (await fileAt(id, picture)).status, SOON).toBe(404)
    await execute(
      sql`update page_pictures set unused_since = now() - interval '30 days' where id = ${picture}`,
    )
    await cleanUp()
    const versions = (await calls.call(mai, 'GET', `/${id}/versions`)).json().result
    await calls.call(mai, 'POST', `/${id}/versions/${versions[1].id}/restore`)
    await execute(sql`update page_pictures set unused_since = now() - interval '40 days'
      where id = ${picture} and unused_since is not null`)
    await cleanUp()
    await expect.poll(async () => (await fileAt(id, picture)).status, SOON).toBe(200)
    expect((await useOf(mai)).files).toBe(1)
    await calls.publish(mai, { id, revision: revision + 1 })
    await execute(
      sql`update page_pictures set unused_since = now() - interval '31 days' where id = ${picture}`,
    )
    await cleanUp()
    expect(await useOf(mai)).toEqual({ files: 0, bytes: 0 })
    expect((await storedFiles()).filter((name) => name.startsWith(picture))).toEqual([])
  })

  describe('and another version waits for an operator:', () => {
    const name = { vi: 'Vietcombank' }
    const filesAfterClean = async (picture: string) => {
      await execute(sql`update page_pictures set unused_since = now() - interval '40 days'
        where id = ${picture} and unused_since is not null`)
      await cleanUp()
      return (await storedFiles()).filter((file) => file.startsWith(picture))
    }

    test('that of the waiting version stays', async () => {
      const { id, revision } = await aPage()
      const picture = await uploaded(id, await photo())
      await calls.save(mai, id, revision, withPictures([picture], { name }))
      const held = await calls.publish(mai, { id, revision: revision + 1 })
      expect(held.review?.decision).toBeNull()
      await calls.save(mai, id, revision + 1, withPictures([], { name, blocks: [] }))
      expect(await filesAfterClean(picture)).toHaveLength(2)
    })

    test('that of the public version stays', async () => {
      const { id, picture, revision } = await shownPage()
      await calls.save(mai, id, revision, withPictures([], { name, blocks: [] }))
      const held = await calls.publish(mai, { id, revision: revision + 1 })
      expect(held.review?.decision).toBeNull()
      expect(await filesAfterClean(picture)).toHaveLength(2)
    })
  })

  test('goes with its code, once that is deleted for good', async () => {
    const { id, picture } = await shownPage()
    await execute(sql`update user_codes set deleted_at = now(), purged_at = now() where id = ${id}`)
    await cleanUp()
    expect((await storedFiles()).filter((name) => name.startsWith(picture))).toEqual([])
    expect((await useOf(mai)).files).toBe(0)
  })
})

describe('when its owner leaves', () => {
  test('it goes', async () => {
    const { picture } = await shownPage()
    await leaveForGood(mai)
    expect((await storedFiles()).filter((name) => name.startsWith(picture))).toEqual([])
  })

  test('what a page that stays shows stays, and nothing else', async () => {
    const { id, picture } = await shownPage()
    const unused = await uploaded(id, await photo())
    await leaveForGood(mai, { ending: 'freeze', keepPdfPages: true })
    expect((await storedFiles()).filter((name) => name.startsWith(picture))).toHaveLength(2)
    expect((await storedFiles()).filter((name) => name.startsWith(unused))).toEqual([])
  })
})
