import { downloadedText } from '../../harness/image-pixels'
import { expect, onPhones, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { CONTENTS, GeneratorPage } from '../../pages/generator-page'
import { enter, nameOf } from '../../pages/people'

/** What people print most, from the list to the file: what they fill in, and how often they press. */
const SIGNS = [
  { tab: 'vietqr', fields: ['bank', 'number', 'accountName'], clicks: 4 },
  { tab: 'chat', fields: ['account'], clicks: 3 },
  { tab: 'event', fields: ['title', 'start', 'end'], clicks: 4 },
] as const

for (const { tab, fields, clicks: most } of SIGNS) {
  test(`${tab}: from the list to a PNG in ${most} clicks`, onPhones(tab === 'vietqr'), async ({ page }) => {
    const t = textsOf('vi')
    const generator = new GeneratorPage(page, t)
    await enter(page, nameOf(`sign-${tab}`))
    await page.goto('/dynamic-codes?lng=vi')
    let clicks = 0
    const counted = async (press: Promise<void>) => {
      clicks += 1
      await press
    }
    await counted(page.getByRole('link', { name: t('user-codes:dynamic.create') }).click())
    await counted(
      page
        .getByRole('navigation', { name: t('choose-type:jobs') })
        .getByRole('link', { name: t(`content-types:tab.${tab}`) })
        // Among all types: above them are pages, some of the same name.
        .last()
        .click(),
    )
    const content: Record<string, string> = CONTENTS.find((each) => each.tab === tab)?.fields ?? {}
    for (const field of fields) await generator.field(field).fill(content[field] ?? '')
    if (tab === 'vietqr') await counted(generator.confirmPayee())
    else if (tab === 'chat') await page.keyboard.press('Enter')
    else await counted(generator.create())
    await expect(generator.status('generator:status.created')).toBeAttached()
    const text = await downloadedText(page, () => counted(generator.download('PNG')))
    expect(text).toMatch(/^(?:000201|https:\/\/zalo\.me\/|BEGIN:VEVENT)/)
    expect(clicks).toBeLessThanOrEqual(most)
  })
}
