import { expect, test } from 'vitest'
import { codeFileName, downloadName, type NamedCode } from './code-file-name'

const dynamic: NamedCode = {
  name: '',
  dynamicId: '767OUSFY',
  address: 'https://qr.example/767OUSFY',
  contentType: 'Website',
  content: {},
  isTrial: false,
}
const fixed = (contentType: string, content: Record<string, string>, more: Partial<NamedCode> = {}) => ({
  ...dynamic,
  dynamicId: null,
  address: '',
  contentType,
  content,
  ...more,
})

test.each([
  ['vi', 'Tài sản 091', 'tai-san-091'],
  ['en', '  Table 7 / Terrace!', 'table-7-terrace'],
  ['zh-CN', '今日菜单', 'jinricaidan'],
  ['zh-TW', '資產 91', 'zichan-91'],
  ['fr', 'L’œuvre à côté', 'l-oeuvre-a-cote'],
  ['de', 'Größe Müller', 'grosse-muller'],
  // In Japanese the same characters read otherwise, and nothing tells how.
  ['ja', '東京', '東京'],
  ['vi', 'メニュー 東京', 'メニュー-東京'],
  ['ko', '자산 91', 'jasan-91'],
  ['ru', 'День на столике', 'den-na-stolike'],
  ['es', 'Menú del año', 'menu-del-ano'],
  ['pt', 'Cardápio de verão', 'cardapio-de-verao'],
  ['it', 'Menù del caffè', 'menu-del-caffe'],
  // Written without its short vowels: spelled letter by letter it is not a word.
  ['ar', 'قائمة 7', 'قائمة-7'],
  ['hi', 'मेन्यू कार्ड', 'menyu-kard'],
  ['id', 'Meja 7', 'meja-7'],
  ['ms', 'Meja 7', 'meja-7'],
  // Vowels that are written before their consonant and spoken after it.
  ['th', 'สแกนเมนู', 'สแกนเมนู'],
  ['km', 'ម៉ឺនុយ', 'meunoy'],
  ['lo', 'ເມນູ', 'ເມນູ'],
  ['my', 'မီနူး', 'minu'],
])('in %s a code called %s has files called %s', async (language, name, fileName) => {
  expect(await codeFileName({ ...dynamic, name }, language)).toBe(`${fileName}_767OUSFY`)
})

test.each([
  [dynamic, 'qr_example_767ousfy'],
  [{ ...dynamic, address: 'https://scan.restaurant.example/767OUSFY' }, 'scan_restaurant_exam_767OUSFY'],
  [{ ...dynamic, name: '★★★' }, 'qr_example_767ousfy'],
  [{ ...dynamic, name: 'bàn '.repeat(40) }, `${'ban-'.repeat(15).slice(0, -1)}_767OUSFY`],
  [fixed('Wifi', { ssid: 'Quán phở' }), 'wifi-quan-pho'],
  [fixed('Wifi', { ssid: 'Quán phở' }, { name: 'Tầng 2' }), 'tang-2'],
  [fixed('Phone', { phoneNumber: '+84 90 123' }), 'phone-84-90-123'],
  [fixed('SMS', { smsNumber: '8000', smsContent: 'DK' }), 'sms-8000'],
  [fixed('Text', {}), 'text'],
  [fixed('Website', {}, { address: 'http://shop.example.vn/khuyen-mai' }), 'shop_example_vn_khuy'],
  [fixed('Website', {}), 'qrcode'],
])('%j has files called %s', async (code, fileName) => {
  expect(await codeFileName(code, 'en')).toBe(fileName)
})

test.each([
  ['https://qr.example/7KX2M9QD', 'qr_example_7kx2m9qd'],
  ['http://shop.example.vn/khuyen-mai-thang-11', 'shop_example_vn_khuy'],
  ['HTTPS://A.B', 'a_b'],
  ['localhost:3001/AB-1_c', 'localhost_3001_ab_1_'],
  ['https://ví-dụ.vn/', 'v__d__vn_'],
  ['', 'qrcode'],
  ['https://', 'qrcode'],
  ['///', 'qrcode'],
])('the file of %s is called %s', (url, name) => expect(downloadName(url)).toBe(name))

test('the file of a trial says so at its beginning', async () => {
  const named = { ...dynamic, name: 'Bàn 7', isTrial: true }
  expect(await codeFileName(named, 'vi')).toBe('trial-ban-7_767OUSFY')
})
