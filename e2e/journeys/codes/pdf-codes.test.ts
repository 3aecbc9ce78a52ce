import type { Page } from '@playwright/test'
import type { Language } from '@scanleaf/shared'
import { decodeQrCodes } from '../../harness/decode'
import { downloadedText } from '../../harness/image-pixels'
import { samplePdf } from '../../harness/sample-pdf'
import { axeInBothSchemes, expect, onPhones, onPhonesAlone, test } from '../../harness/test'
import { IS_NIGHTLY, textsOf } from '../../harness/texts'
import { enter, nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

const PDFS = /\/gateway\/api\/qrcode\/pdf-qrcodes(\/[0-9a-f-]{36})?$/
const BUSY = { message: 'busy', error: { code: 'ServiceUnavailable', message: 'busy' }, statusCode: 503 }

/** Each project and each journey makes its own names. */
const fileOf = (name: string, text: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: samplePdf(text),
})

async function signUp(page: Page, who: string): Promise<void> {
  await enter(page, nameOf(who))
}

/** The form of a PDF code in one language. */
function formOf(page: Page, language: Language) {
  const t = textsOf(language)
  const field = (key: string) => page.getByRole('textbox', { name: t(`pdf-codes:${key}`), exact: true })
  return {
    t,
    field,
    /** The field is behind the button that opens the system's list of files. */
    file: page.locator('input[accept*="pdf"]'),
    open: () => page.goto(`/dynamic-codes/generator?type=pdf&lng=${language}`),
    create: page.getByRole('button', { name: t('generator:generate') }),
    async fill(name: string, pdf: ReturnType<typeof fileOf>) {
      await field('name').fill(name)
      await page.locator('input[accept*="pdf"]').setInputFiles(pdf)
      await field('company').fill('Quán Lá')
      await field('website').fill('la.example.vn')
      await field('title').fill('Thực đơn')
    },
    async make(name: string, pdf: ReturnType<typeof fileOf>) {
      await this.open()
      await this.fill(name, pdf)
      await this.create.click()
      await expect(page).toHaveURL(new RegExp(`qrName=${name}`))
      await expect(page.getByText(t('generator:status.saved'))).toBeVisible()
    },
  }
}

const servedFile = async (page: Page, codeHost: string, name: string): Promise<Buffer> =>
  (await page.request.get(`${codeHost}/p/${name}/file`)).body()

test(
  'a PDF code is made, read back, and leads to its page',
  onPhonesAlone(true),
  async ({ page, server }) => {
    await signUp(page, 'pdf-maker')
    const form = formOf(page, 'vi')
    const name = nameOf('Thuc-don.2026')
    // A system that knows no PDF sends it so, and some programs write a byte order mark.
    const { buffer } = fileOf('', 'Menu 2026')
    const pdf = {
      name: 'Thực đơn 2026.pdf',
      mimeType: 'application/octet-stream',
      buffer: Buffer.concat([Buffer.from('\uFEFF'), buffer]),
    }
    await form.open()
    await form.field('name').fill('thực đơn')
    await expect(page.getByText(form.t('errors:field.invalid-pdf-name'))).toBeVisible()
    await form.create.click()
    await expect(
      page.getByText(form.t('pdf-codes:dynamic-codes.generator.not-upload-file-pdf')),
    ).toBeVisible()
    await form.file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
    await expect(page.getByText(form.t('pdf-codes:dynamic-codes.generator.invalid-pdf-file'))).toBeVisible()
    const large = Buffer.concat([pdf.buffer, Buffer.alloc(10_485_761 - pdf.buffer.length)])
    await form.file.setInputFiles({ ...pdf, buffer: large })
    await expect(page.getByText(form.t('pdf-codes:dynamic-codes.generator.pdf-max-size'))).toBeVisible()
    await form.file.setInputFiles({ ...pdf, buffer: pdf.buffer.subarray(0, -200) })
    await expect(
      page.getByText(form.t('pdf-codes:dynamic-codes.generator.incomplete-pdf-file')),
    ).toBeVisible()

    await form.fill(name, pdf)
    await expect(page.getByText(form.t('pdf-codes:url-available'))).toBeVisible()
    await form.create.click()
    await expect(page.getByText(form.t('generator:status.saved'))).toBeVisible()

    const link = page.getByRole('link', { name: new RegExp(new URL(server.codeHost).host) }).first()
    const address = await link.getAttribute('href')
    const code = page.getByRole('img', { name: form.t('pdf-codes:qr.image', { name }) })
    await code.scrollIntoViewIfNeeded()
    const picture = await page.locator('span').filter({ has: code }).last().screenshot()
    expect(await decodeQrCodes(picture)).toEqual([address?.toUpperCase().replace('HTTP', 'http')])

    const visit = await page.request.get(address ?? '')
    expect(visit.url()).toBe(`${server.codeHost}/p/${name}`)
    expect(await visit.text()).toContain('Thực đơn')
    expect(await servedFile(page, server.codeHost, name)).toEqual(pdf.buffer)
  },
)

test('a menu becomes a picture to print in five clicks and three fields', async ({
  page,
  startOwnServer,
}) => {
  const server = await startOwnServer({ BILLING: 'on' })
  const form = formOf(page, 'vi')
  const { t } = form
  const shop = await Shop.open(page, server.appUrl, 'menu', 'vi')
  const company = { company: 'Quán Lá', address: { address: '1 Lê Lợi' }, taxCode: '' }
  await shop.call('PATCH', '/gateway/api/billing/billing-accounts/profile', company)
  const typed = async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: t('pdf-codes:file.choose') }).click()
    await (await chooser).setFiles(fileOf('menu.pdf', 'Menu'))
    await form.field('title').fill('Thực đơn')
    await form.field('website').fill('la.example.vn')
    await expect(form.field('company')).toHaveValue('Quán Lá')
  }

  await page.getByRole('link', { name: t('user-codes:dynamic.create') }).click()
  await page
    .getByRole('link', { name: t('choose-type:job.pdf') })
    .first()
    .click()
  await typed()
  await expect(form.field('name')).toHaveValue('thuc-don')
  await form.create.click()
  const picture = await downloadedText(page, () =>
    page.getByRole('button', { name: t('generator:download', { format: 'PNG' }) }).click(),
  )
  const link = page.getByRole('link', { name: new RegExp(`^${new URL(server.codeHost).host}`) })
  await expect(link).toHaveCount(1)
  expect(picture?.toLowerCase()).toBe((await link.getAttribute('href'))?.toLowerCase())
  const opens = page.getByRole('link', { name: t('pdf-codes:preview.open') })
  await expect(opens).toHaveAttribute('href', `${server.codeHost}/p/thuc-don`)

  // The link of the second menu is another one.
  await page.getByRole('button', { name: t('generator:another') }).click()
  await typed()
  await expect(form.field('name')).toHaveValue('thuc-don-quan-la')
  await form.field('name').fill('mon-moi')
  await form.field('title').fill('Món mới')
  await expect(form.field('name')).toHaveValue('mon-moi')
})

test('a name that is taken is said to be, whatever its case', async ({ page, context }) => {
  await signUp(page, 'pdf-first')
  const name = nameOf('taken')
  await formOf(page, 'en').make(name, fileOf('a.pdf', 'A'))
  await page.goto('/logout?lng=en')
  await expect(page).toHaveURL(/\/account\/login/)
  const other = await context.newPage()
  await signUp(other, 'pdf-second')
  const form = formOf(other, 'en')
  await form.open()
  await form.fill(name.toUpperCase(), fileOf('b.pdf', 'B'))
  await expect(other.getByText(form.t('pdf-codes:url-not-available'))).toBeVisible()
  await form.create.click()
  await expect(form.field('name')).toBeFocused()
  await form.field('name').fill('')
  await expect(other.getByText(form.t('pdf-codes:name.hint'))).toBeVisible()
})

test('details save themselves, and the page shows them', async ({ page, server }) => {
  await signUp(page, 'pdf-editor')
  const name = nameOf('details')
  await formOf(page, 'en').make(name, fileOf('menu.pdf', 'One'))
  await page.goto(`/dynamic-codes/generator?qrName=${name}&lng=en`)
  const form = formOf(page, 'en')
  await expect(form.field('name')).not.toBeEditable()
  await expect(form.field('website')).toHaveValue('http://la.example.vn/')
  // As long as the call is held, one of the two is said.
  let letThrough = () => {}
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(PDFS, async (route) => {
    await isLetThrough
    return route.fallback()
  })
  await form.field('title').fill('Winter menu')
  const unsaved = page.getByText(form.t('pdf-codes:unsaved'))
  await expect(unsaved.or(page.getByText(form.t('pdf-codes:saving')))).toBeVisible()
  letThrough()
  const savedAt = form.t('pdf-codes:saved-at', { time: '' })
  await expect(page.getByText(savedAt)).toBeVisible()
  expect(await (await page.request.get(`${server.codeHost}/p/${name}`)).text()).toContain('Winter menu')
  await form.field('company').fill('')
  await expect(page.getByText(form.t('errors:field.required'))).toBeVisible()
  await page.reload()
  await expect(form.field('title')).toHaveValue('Winter menu')
  await expect(form.field('company')).toHaveValue('Quán Lá')
})

test('a file is replaced although the server fails twice', async ({ page, server, consoleGuard }) => {
  consoleGuard.tolerateStatus(503)
  await signUp(page, 'pdf-replacer')
  const form = formOf(page, 'vi')
  const name = nameOf('twice')
  await form.make(name, fileOf('cu.pdf', 'Old'))
  const next = fileOf('moi.pdf', 'New')
  let tries = 0
  let letThrough = () => {}
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(PDFS, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    tries += 1
    if (tries < 3) return route.fulfill({ status: 503, json: BUSY })
    await isLetThrough
    return route.fallback()
  })
  await form.file.setInputFiles(next)
  // Its name is shown while it is uploading.
  await expect(page.getByText('moi.pdf')).toBeVisible()
  letThrough()
  await expect(page.getByText(form.t('pdf-codes:replaced'))).toBeVisible()
  expect(tries).toBe(3)
  expect(await servedFile(page, server.codeHost, name)).toEqual(next.buffer)

  await page.getByText(form.t('pdf-codes:versions', { count: 1 })).click()
  await page
    .getByRole('button', { name: form.t('pdf-codes:versions.restore-name', { name: 'cu.pdf' }) })
    .click()
  await expect(page.getByText(form.t('pdf-codes:versions.restored'))).toBeVisible()
  expect(await servedFile(page, server.codeHost, name)).toEqual(samplePdf('Old'))
})

test('a server that fails three times is told, and the old file is still served', async ({
  page,
  server,
  consoleGuard,
}) => {
  consoleGuard.tolerateStatus(503)
  await signUp(page, 'pdf-unlucky')
  const form = formOf(page, 'en')
  const name = nameOf('thrice')
  await form.make(name, fileOf('old.pdf', 'Old'))
  let tries = 0
  await page.route(PDFS, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    tries += 1
    return tries <= 3 ? route.fulfill({ status: 503, json: BUSY }) : route.fallback()
  })
  await form.file.setInputFiles(fileOf('new.pdf', 'New'))
  const alert = page.getByRole('alert').filter({
    hasText: form.t('pdf-codes:dynamic-codes.generator.pdf-update-error', { message: '503 busy' }),
  })
  await expect(alert).toBeVisible()
  expect(tries).toBe(3)
  await expect(page.getByText('old.pdf', { exact: true })).toBeVisible()
  expect(await servedFile(page, server.codeHost, name)).toEqual(samplePdf('Old'))
  await page.getByRole('button', { name: form.t('common:retry') }).click()
  await expect(page.getByText(form.t('pdf-codes:replaced'))).toBeVisible()
  expect(await servedFile(page, server.codeHost, name)).toEqual(samplePdf('New'))
})

test('a creation that is cancelled leaves nothing behind', async ({ page, server }) => {
  await signUp(page, 'pdf-quitter')
  const form = formOf(page, 'en')
  const name = nameOf('cancelled')
  await form.open()
  await form.fill(name, fileOf('menu.pdf', 'Menu'))
  // The file is on its way for as long as nobody lets it through.
  await page.route(PDFS, (route) => (route.request().method() === 'POST' ? undefined : route.fallback()))
  const sent = page.waitForRequest((request) => PDFS.test(request.url()) && request.method() === 'POST')
  await form.create.click()
  await sent
  const given = page.waitForEvent('requestfailed', (request) => PDFS.test(request.url()))
  await page.getByRole('button', { name: form.t('common:cancel') }).click()
  await expect(form.create).toBeVisible()
  // Without a route what is held continues, and it takes a moment until its end is known outside the page.
  await given
  await page.unroute(PDFS)
  await expect(form.field('title')).toHaveValue('Thực đơn')
  expect((await page.request.get(`${server.codeHost}/p/${name}`)).status()).toBe(404)
  await form.create.click()
  await expect(page.getByText(form.t('generator:status.saved'))).toBeVisible()
})

test('the popup of a PDF code shows and changes its document', async ({ page, server }) => {
  await signUp(page, 'pdf-popup')
  const form = formOf(page, 'en')
  const name = nameOf('popup')
  await form.make(name, fileOf('first.pdf', 'First'))
  await page.getByRole('link', { name: form.t('generator:view-saved') }).click()
  const popup = page.getByRole('dialog')
  const pdf = popup.getByRole('region', { name: form.t('pdf-codes:file') })
  await expect(pdf.getByText('Thực đơn')).toBeVisible()
  await pdf.getByRole('button', { name: form.t('pdf-codes:edit'), exact: true }).click()
  await pdf.getByRole('textbox', { name: form.t('pdf-codes:title') }).fill('Summer menu')
  await pdf.getByRole('button', { name: form.t('pdf-codes:edit.done') }).click()
  await expect(pdf.getByText(form.t('pdf-codes:saved-at', { time: '' }))).toBeVisible()
  await pdf.locator('input[type="file"]').setInputFiles(fileOf('second.pdf', 'Second'))
  await expect(pdf.getByText(form.t('pdf-codes:replaced'))).toBeVisible()
  await expect(pdf.getByText('second.pdf')).toBeVisible()
  expect(await servedFile(page, server.codeHost, name)).toEqual(samplePdf('Second'))
  expect(await (await page.request.get(`${server.codeHost}/p/${name}`)).text()).toContain('Summer menu')
  await axeInBothSchemes(page)
})

test('a name in the address that is none, or of nobody, is said so', async ({ page, consoleGuard }) => {
  consoleGuard.tolerateStatus(404)
  await signUp(page, 'pdf-lost')
  const { t } = formOf(page, 'vi')
  await page.goto('/dynamic-codes/generator?qrName=a%2Fb&lng=vi')
  await expect(page.getByRole('alert').getByText(t('pdf-codes:no-id'))).toBeVisible()
  await page.goto('/dynamic-codes/generator?qrName=nobody&lng=vi')
  await expect(page.getByRole('alert').getByText(t('pdf-codes:not-found'))).toBeVisible()
})

test(
  'the screens hold the rules of access in light and dark, in Arabic too',
  onPhones(IS_NIGHTLY),
  async ({ page }) => {
    await signUp(page, 'pdf-arabic')
    const form = formOf(page, 'ar')
    await form.open()
    await form.create.click()
    await axeInBothSchemes(page)
    await form.make(nameOf('arabic'), fileOf('قائمة.pdf', 'Menu'))
    await axeInBothSchemes(page)
  },
)
