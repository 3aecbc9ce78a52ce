import { type Language, MENU_MARKS, PAGE_KINDS, type Page, readPage } from '@scanleaf/shared'
import type { PageFacts } from '../render/context'

/** Of a PDF code of the owner. */
const PDF_ID = '0b5b1b0e-6d0a-4d0e-9f57-0d4d9c1c7a11'

/** What beside its words a page of the tests has; a Saturday evening in Viet Nam. */
export const someFacts = (language: Language, more: Partial<PageFacts> = {}): PageFacts => ({
  language,
  now: new Date('2026-11-28T12:00:00Z'),
  address: 'https://qr.example/page/1',
  paths: { contact: '/menu.vcf', calendar: '/menu.ics', paymentPicture: '/menu.png', report: '/menu+report' },
  pathOfPicture: (id, size) => `/menu?file=${id}-${size}.webp`,
  pdfs: new Map([
    [PDF_ID, { title: 'Thực đơn mùa thu', size: 840_000, address: 'https://qr.example/p/menu' }],
  ]),
  accountSince: new Date('2026-09-02T00:00:00Z'),
  isDraft: false,
  isDenied: () => false,
  ...more,
})

/** A name as menus have them, of the usual length. */
const DISHES = ['Cà phê sữa đá', 'Trà đào cam sả', 'Bánh mì thịt nướng', 'Mì Quảng gà', 'Nước ép dưa hấu']

const item = (id: number) => ({
  id: `i${id}`,
  name: { vi: DISHES[id % DISHES.length] },
  price: String(25_000 + (id % 9) * 5000),
  line: id % 2 === 0 ? { vi: 'Bánh tráng mè, đậu phộng' } : {},
  isSoldOut: id % 10 === 4,
  marks: id % 4 === 0 ? [MENU_MARKS[(id / 4) % 2]] : [],
})

/** A menu of as many items, in five sections. */
export const menuOf = (count: number) => ({
  type: 'menu',
  sections: Array.from({ length: 5 }, (_, section) => ({
    title: { vi: ['Cà phê', 'Trà và nước trái cây', 'Bánh và món mặn', 'Cơm trưa', 'Tráng miệng'][section] },
    line: { vi: 'Rang mộc tại quán, xay từng ly' },
    items: Array.from({ length: count / 5 }, (_, place) => item((section * count) / 5 + place)),
  })),
  note: { vi: 'Giá đã gồm thuế.' },
})

export const linksOf = (count: number) => ({
  type: 'links',
  links: Array.from({ length: count }, (_, place) => ({
    title: { vi: `Đặt mang đi ${place + 1}` },
    line: { vi: 'Sẵn sàng sau 15 phút' },
    address: `https://caphela.example/order/${place + 1}`,
    icon: place % 2 === 0 ? 'bag' : 'star',
  })),
})

/** Of a photo; the pages of these tests have no others. */
export const pictureId = (n: number): string => `${String(n).padStart(22, 'p')}-1080x810`

const span = (from: string, to: string) => [{ from, to }]
export const BLOCKS = {
  chat: {
    type: 'chat',
    chats: [
      { app: 'Zalo', account: '0901234567' },
      { app: 'WhatsApp', account: '+84901234567' },
      { app: 'Messenger', account: 'caphela' },
    ],
  },
  call: { type: 'call', content: { phoneNumber: '0236 300 0000' } },
  hours: {
    type: 'hours',
    hours: {
      days: [...Array(4).fill(span('07:00', '22:00')), span('07:00', '23:00'), span('07:00', '22:00'), []],
      holidays: [{ date: '2026-12-02', spans: [] }],
    },
    line: { vi: 'Bếp nhận món đến 20:30' },
  },
  place: {
    type: 'place',
    address: { vi: '12 Bạch Đằng, Hải Châu, Đà Nẵng' },
    line: { vi: 'Lối vào bên hông, có chỗ để xe máy' },
    content: { latitude: '16.0678', longitude: '108.2208' },
  },
  pay: {
    type: 'pay',
    content: {
      bank: '970416',
      number: '123456789',
      accountName: 'CA PHE LA',
      amount: '85000',
      memo: 'BAN 4',
    },
  },
  contact: {
    type: 'contact',
    content: {
      firstName: 'An',
      lastName: 'Nguyễn',
      companyName: 'Cà phê Lá',
      jobTitle: 'Đặt tiệc',
      mobilePhone: '0236 300 0000',
      email: 'tiec@caphela.example',
      websiteUrl: 'https://caphela.example/',
      street: '12 Bạch Đằng',
      province: 'Đà Nẵng',
    },
  },
  event: {
    type: 'event',
    content: {
      title: 'Đêm nhạc mộc',
      start: '2026-12-12T19:30',
      end: '2026-12-12T22:00',
      zone: 'Asia/Ho_Chi_Minh',
      place: 'Cà phê Lá, 12 Bạch Đằng',
      description: 'Miễn phí, gọi một món nước.\n40 chỗ ngồi.',
      url: 'https://caphela.example/',
    },
    line: { vi: 'Mở cửa đón khách từ 18:45' },
  },
  apps: {
    type: 'apps',
    apple: 'https://apps.apple.com/vn/app/caphela/id123456789',
    google: 'https://play.google.com/store/apps/details?id=vn.caphela',
  },
  text: {
    type: 'text',
    title: { vi: 'Vào cửa' },
    text: { vi: 'Cửa chính ở đường Bạch Đằng.\nXe máy gửi ở số 10.' },
  },
  pictures: {
    type: 'pictures',
    pictures: [
      { picture: pictureId(1), alt: { vi: 'Bàn gỗ bên cửa sổ' }, line: { vi: 'Tầng hai' } },
      { picture: pictureId(2) },
    ],
  },
  pdf: { type: 'pdf', code: PDF_ID },
  wifi: { type: 'wifi', content: { ssid: 'Ca phe La', passWifi: 'rangmoc2026', encrypWifi: 'WPA' } },
} as const

/** A valid page of these blocks. */
export function somePage(
  kind: Page['kind'],
  blocks: readonly unknown[],
  more: Record<string, unknown> = {},
): Page {
  const { page, fields } = readPage({
    kind,
    name: { vi: 'Cà phê Lá' },
    line: { vi: 'Cà phê rang tại quán, bánh mì mỗi sáng' },
    languages: ['vi', 'en'],
    zone: 'Asia/Ho_Chi_Minh',
    blocks,
    ...more,
  })
  if (page === null) throw new Error(JSON.stringify(fields))
  return page
}

/** One page of each kind, as its owner would make it. */
export const PAGES: Readonly<Record<Page['kind'], Page>> = (() => {
  const { call, chat, contact, event, hours, place, pay, apps, text, pictures, pdf, wifi } = BLOCKS
  const blocks: Record<Page['kind'], readonly unknown[]> = {
    business: [linksOf(3), pdf, chat, call, hours, place, wifi],
    menu: [menuOf(20), hours],
    contact: [contact],
    pay: [pay],
    event: [event],
    place: [place, text, pictures, hours, call],
    apps: [apps],
  }
  return Object.fromEntries(PAGE_KINDS.map((kind) => [kind, somePage(kind, blocks[kind])])) as Record<
    Page['kind'],
    Page
  >
})()

/** A page as its owner sends it. */
export const somePageInput = (
  kind: Page['kind'],
  blocks: readonly unknown[],
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  kind,
  name: { vi: 'Cà phê Lá' },
  languages: ['vi', 'en'],
  zone: 'Asia/Ho_Chi_Minh',
  blocks,
  ...more,
})
