import type { Locator, Page } from '@playwright/test'
import type { textsOf } from '../harness/texts'

type Texts = ReturnType<typeof textsOf>

/** Each static content type with a form, but for further ones of its tab: the typed values, and the text of the finished code. */
export const CONTENTS = [
  {
    tab: 'website',
    fields: { content: '//shop.example.vn/thực-đơn' },
    says: 'http://shop.example.vn/th%E1%BB%B1c-%C4%91%C6%A1n',
  },
  {
    tab: 'text',
    fields: { plainText: 'Chào bạn 👋\nمرحبا; ស្វាគមន៍' },
    says: 'Chào bạn 👋\nمرحبا; ស្វាគមន៍',
  },
  {
    tab: 'email',
    fields: { emailTabE: 'shop@example.vn', titleTabE: 'Đặt bàn', contentTabE: 'Hai người, 19 giờ' },
    says: 'mailto:shop@example.vn?subject=%C4%90%E1%BA%B7t%20b%C3%A0n&body=Hai%20ng%C6%B0%E1%BB%9Di%2C%2019%20gi%E1%BB%9D',
  },
  {
    tab: 'facebook',
    fields: { facebookUrl: 'www.facebook.com/example' },
    says: 'http://www.facebook.com/example',
  },
  {
    tab: 'wifi',
    fields: { ssid: 'Quán phở; tầng 2', passWifi: 'a:b"c\\12' },
    says: 'WIFI:T:WPA;S:Quán phở\\; tầng 2;P:a\\:b\\"c\\\\12;;',
  },
  { tab: 'phone', fields: { phoneNumber: '+84 90 123 45 67' }, says: 'tel:+84901234567' },
  {
    tab: 'sms',
    fields: { smsNumber: '090 123 4567', smsContent: 'Đặt bàn: 2' },
    says: 'SMSTO:0901234567:Đặt bàn: 2',
  },
  {
    tab: 'vcard',
    fields: { lastName: 'Trần', firstName: 'An', companyName: 'Quán; Phở', mobilePhone: '090 123' },
    says: 'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Trần;An;;;\r\nFN:Trần An\r\nORG:Quán\\; Phở\r\nTEL;TYPE=CELL:090123\r\nEND:VCARD',
  },
  {
    tab: 'vietqr',
    fields: { bank: 'Vietcombank', number: '0123 456 789', accountName: 'Cà phê Lá', memo: 'Bàn 4' },
    says: '00020101021138540010A00000072701240006970436011001234567890208QRIBFTTA53037045802VN5909Ca phe La62090805Ban 46304956E',
  },
  {
    tab: 'payment-code',
    fields: {
      text: '00020101021138580016A00526628466257701080000041802030010315I90BYP17BC295VZ53034185802LA630491B3',
    },
    says: '00020101021138580016A00526628466257701080000041802030010315I90BYP17BC295VZ53034185802LA630491B3',
  },
  {
    tab: 'pay-abroad',
    fields: { id: '080 123 4567' },
    says: '00020101021129370016A000000677010111011300668012345675802TH530376463046197',
  },
  { tab: 'chat', fields: { account: '0901 234 567' }, says: 'https://zalo.me/84901234567' },
  {
    tab: 'event',
    fields: { title: 'Đêm nhạc', start: '2026-12-05T19:30', end: '2026-12-05T21:30' },
    says: 'BEGIN:VEVENT\r\nSUMMARY:Đêm nhạc\r\nDTSTART:20261205T123000Z\r\nDTEND:20261205T143000Z\r\nEND:VEVENT',
  },
  {
    tab: 'place',
    fields: { latitude: '21.0285, 105.8542' },
    says: 'https://www.google.com/maps/search/?api=1&query=21.0285%2C105.8542',
  },
  {
    tab: 'review',
    fields: { placeId: 'ChIJN1t_tDeuEmsRUsoyG83frY4' },
    says: 'https://search.google.com/local/writereview?placeid=ChIJN1t_tDeuEmsRUsoyG83frY4',
  },
] as const

/** The generator on screen. */
export class GeneratorPage {
  readonly preview: Locator
  readonly dialog: Locator

  constructor(
    readonly page: Page,
    readonly t: Texts,
  ) {
    this.preview = page.locator('#preview')
    this.dialog = page.getByRole('dialog', { name: t('design:title') })
  }

  field = (name: string): Locator => this.page.locator(`#generator-form [name="${name}"]`)

  /** Opens the group of a type first: in the rail, or on a narrow screen in the sheet of all types. */
  async choose(tab: string): Promise<void> {
    const { page, t } = this
    const input = page.locator(`input[name^="content-type-"][value="${tab}"]`)
    const option = page.locator('label', { has: input })
    const group = page.locator('details', { has: input })
    const all = page.getByRole('button', { name: `${t('generator:types')}: ` })
    await page.getByRole('group', { name: t('generator:types'), exact: true }).waitFor()
    if (await option.isVisible()) await option.click()
    else if (await all.isVisible()) {
      await all.click()
      await page
        .getByRole('dialog', { name: t('generator:types') })
        .getByRole('button', { name: t(`content-types:tab.${tab}`), exact: true })
        .click()
    } else {
      await group.locator('summary').click()
      await option.click()
    }
    await page.waitForURL(({ searchParams }) => (searchParams.get('type') ?? 'website') === tab)
  }

  async fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) await this.field(name).fill(value)
  }

  /** A ready design of the form. */
  chooseStyle = (id: string): Promise<void> =>
    this.page.locator('#generator-form label', { hasText: this.t(`design:preset.${id}`) }).click()

  create = (): Promise<void> => this.page.getByRole('button', { name: this.t('generator:generate') }).click()
  save = (): Promise<void> =>
    this.page.getByRole('button', { name: this.t('generator:save'), exact: true }).click()

  status = (key: string): Locator => this.page.getByRole('status').filter({ hasText: this.t(key) })

  async chooseFormat(format: string): Promise<void> {
    await this.preview.getByText(format, { exact: true }).click()
  }

  /** Says that a banking app shows the right name. */
  confirmPayee = (): Promise<void> => this.preview.getByRole('checkbox').check()

  download = (format: string): Promise<void> =>
    this.page.getByRole('button', { name: this.t('generator:download', { format }) }).click()

  async customise(): Promise<void> {
    await this.page.getByRole('button', { name: this.t('generator:customise') }).click()
    await this.dialog.waitFor()
  }

  /** Opens a part of the design dialog by the key of its tab. */
  openTab = (key: string): Promise<void> =>
    this.dialog.getByRole('tab', { name: this.t(`design:${key}`), exact: true }).click()

  /**
   * Pictures in the design dialog to press for a value. Their radio buttons are one pixel large: less while the dialog
   * grows as it opens, and then Playwright takes them for outside of the screen.
   */
  pictures = (value: string): Locator =>
    this.dialog.locator('label', { has: this.page.locator(`input[type="radio"][value="${value}"]`) })

  /** The verdict on the current design. */
  quality = (place: Locator, word: 'good' | 'usable' | 'poor'): Locator =>
    place.getByRole('status').filter({ hasText: this.t(`design:quality.${word}`) })
}
