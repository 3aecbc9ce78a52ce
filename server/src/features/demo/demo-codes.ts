import type { QR_PRESETS } from '@scanleaf/qr'

/** A code of the demo: how it is made, and how people came to it. */
export interface DemoCode {
  name: string
  contentType: string
  content: Record<string, string>
  isDynamic: boolean
  tags?: string[]
  /** Id of a ready design (`qrPresets` of /config). */
  preset: keyof typeof QR_PRESETS
  logoText?: string
  /** Day of the demo on which it was made. */
  day: number
  /** Scans on a usual day; static codes count none. */
  perDay?: number
  /** It was in use only for this many days. */
  forDays?: number
  /** Where it led later, and from which day on. */
  moves?: { day: number; content: string }[]
  isPaused?: boolean
}

const SITE = 'https://caphela.example'

const dynamic = (
  name: string,
  path: string,
  more: Omit<Partial<DemoCode>, 'name'> & { preset: keyof typeof QR_PRESETS },
) => ({
  name,
  contentType: 'Website',
  content: { content: `${SITE}/${path}` },
  isDynamic: true,
  day: 0,
  ...more,
})

const still = (
  name: string,
  contentType: string,
  content: Record<string, string>,
  more: Omit<Partial<DemoCode>, 'name'> & { preset: keyof typeof QR_PRESETS },
) => ({ name, contentType, content, isDynamic: false, day: 1, ...more })

/** The codes of a café with two shops. */
export const DEMO_CODES: readonly DemoCode[] = [
  dynamic('Thực đơn trên bàn', 'thuc-don', { preset: 'forest', tags: ['bàn'], perDay: 62, logoText: 'LÁ' }),
  dynamic('Khuyến mãi', 'khuyen-mai/thang-9', {
    preset: 'sunset',
    tags: ['tờ rơi'],
    perDay: 24,
    moves: [
      { day: 30, content: `${SITE}/khuyen-mai/thang-10` },
      { day: 61, content: `${SITE}/khuyen-mai/thang-11` },
    ],
  }),
  dynamic('Đặt món mang đi', 'mang-di', { preset: 'basic', tags: ['quầy'], perDay: 19, day: 4 }),
  dynamic('Đánh giá quán', 'danh-gia', { preset: 'soft', tags: ['bàn', 'hoá đơn'], perDay: 6, day: 9 }),
  dynamic('Đêm nhạc mộc', 'su-kien/dem-nhac', {
    preset: 'dots',
    tags: ['sự kiện'],
    day: 40,
    perDay: 45,
    forDays: 16,
  }),
  dynamic('Tuyển nhân viên', 'tuyen-dung', {
    preset: 'violet',
    day: 22,
    perDay: 4,
    isPaused: true,
    forDays: 35,
  }),
  dynamic('Thẻ tích điểm', 'tich-diem', { preset: 'basic', tags: ['quầy'], day: 15, perDay: 11 }),
  dynamic('Chi nhánh Đà Nẵng', 'da-nang', { preset: 'forest', tags: ['chi nhánh'], day: 55, perDay: 17 }),
  still(
    'Wi-Fi của khách',
    'Wifi',
    { ssid: 'Ca Phe La', passWifi: 'mot-ly-ca-phe', encrypWifi: 'WPA' },
    { preset: 'forest' },
  ),
  still(
    'Danh thiếp quầy',
    'VCard',
    {
      firstName: 'Cà phê',
      lastName: 'Lá',
      companyName: 'Cà phê Lá',
      mobilePhone: '+84901234567',
      companyEmail: 'chao@caphela.example',
      websiteUrl: SITE,
      street: '12 Lê Lợi',
      province: 'Huế',
      country: 'Việt Nam',
    },
    { preset: 'soft', day: 3 },
  ),
  still('Gọi đặt bàn', 'Phone', { phoneNumber: '+84901234567' }, { preset: 'basic', day: 6 }),
  still(
    'Nhắn đặt bàn',
    'SMS',
    { smsNumber: '+84901234567', smsContent: 'Đặt bàn cho 2 người lúc 19 giờ' },
    { preset: 'dots', day: 6 },
  ),
  still(
    'Góp ý qua e-mail',
    'Email',
    { emailTabE: 'chao@caphela.example', titleTabE: 'Góp ý', contentTabE: 'Chào quán,' },
    { preset: 'violet', day: 12 },
  ),
  still(
    'Trang Facebook',
    'Facebook Url',
    { facebookUrl: 'https://www.facebook.com/example' },
    { preset: 'violet', day: 13 },
  ),
  still(
    'Lời cảm ơn trên ly',
    'Text',
    { plainText: 'Cảm ơn bạn đã ghé Cà phê Lá. Hẹn gặp lại!' },
    { preset: 'sunset', day: 18 },
  ),
]

/** The PDF code: its details, and how many open it on a usual day. */
export const DEMO_PDF = {
  companyName: 'Cà phê Lá',
  title: 'Thực đơn mùa thu',
  website: SITE,
  day: 7,
  perDay: 14,
} as const
