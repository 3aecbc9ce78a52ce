import type { HelpSlug, Language } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { openHelp } from './help'

const help = openHelp()

/** Questions as people type them: with and without accents, in slang, with slips of the finger. */
const QUESTIONS: [Language, string, HelpSlug][] = [
  ['vi', 'làm sao đổi link mã đã in', 'change-target'],
  ['vi', 'doi link ma da in', 'change-target'],
  ['vi', 'nhập nhầm liên kết muốn lấy lại', 'change-target'],
  ['vi', 'vì sao lượt quét không tăng', 'scan-counts'],
  ['vi', 'luot quet cua toi bang 0', 'scan-counts'],
  ['vi', 'in cỡ bao nhiêu thì quét được', 'print-and-scan'],
  ['vi', 'thay file pdf', 'pdf-codes'],
  ['vi', 'xoá nhầm mã', 'account-and-safety'],
  ['vi', 'xóa nhầm mã', 'account-and-safety'],
  ['vi', 'chuyển khoản rồi mà chưa thấy tiền', 'payments'],
  ['vi', 'ck roi chua thay tien', 'payments'],
  ['vi', 'lam hoa don do', 'invoices'],
  ['vi', 'ma so thue', 'invoices'],
  ['vi', 'tro ten mien', 'own-domain'],
  ['vi', 'chèn logo vào mã qr', 'logo-and-colours'],
  ['vi', 'hết hạn mức thì sao', 'plans-and-limits'],
  ['vi', 'tạo mã wifi', 'first-code'],
  ['vi', 'tai file eps cho nha in', 'downloads'],
  ['en', 'how do I change where my code goes', 'change-target'],
  ['en', 'my scan was not counted', 'scan-counts'],
  ['en', 'what size to print', 'print-and-scan'],
  ['en', 'invioce', 'invoices'],
  ['en', 'payed but nothing came', 'payments'],
  ['en', 'deleted by accident', 'account-and-safety'],
  ['en', 'custom domain txt record', 'own-domain'],
  ['ru', 'ошибся в ссылке', 'change-target'],
  ['ru', 'код не сканируется', 'print-and-scan'],
  ['pt', 'paguei e não caiu', 'payments'],
  ['pt', 'não consigo criar mais códigos', 'plans-and-limits'],
  ['it', 'partita iva in fattura', 'invoices'],
  ['it', 'disattivare un codice', 'change-target'],
  ['ar', 'دفعت ولم يصل', 'payments'],
  ['ar', 'نسيت كلمة السر', 'account-and-safety'],
  ['hi', 'कोड स्कैन नहीं हो रहा', 'print-and-scan'],
  ['hi', 'जीएसटी बिल', 'invoices'],
  ['id', 'lupa password', 'account-and-safety'],
  ['id', 'jumlah scan tidak bertambah', 'scan-counts'],
  ['ms', 'kod tidak boleh scan', 'print-and-scan'],
  ['ms', 'tukar link kod yang sudah dicetak', 'change-target'],
  ['km', 'បង់លុយហើយតែមិនទាន់ចូល', 'payments'],
  ['km', 'ភ្លេចលេខសម្ងាត់', 'account-and-safety'],
  ['lo', 'ໂອນເງິນແລ້ວແຕ່ຍັງບໍ່ເຂົ້າ', 'payments'],
  ['lo', 'ສ້າງລະຫັດເພີ່ມບໍ່ໄດ້', 'plans-and-limits'],
  ['my', 'ငွေလွှဲပြီး မရောက်သေး', 'payments'],
  ['my', 'စကားဝှက် မေ့', 'account-and-safety'],
  ['zh-CN', '印好的二维码怎么换链接', 'change-target'],
  ['zh-CN', '扫码次数为什么不增加', 'scan-counts'],
  ['zh-CN', '付了款没到账', 'payments'],
  ['zh-CN', '怎么开发票', 'invoices'],
  ['zh-CN', '误删了怎么恢复', 'account-and-safety'],
  ['zh-TW', '已經印好可以換網址嗎', 'change-target'],
  ['zh-TW', '掃不出來', 'print-and-scan'],
  ['zh-TW', '匯款了還沒入帳', 'payments'],
  ['zh-TW', '想換 pdf 檔案', 'pdf-codes'],
  ['ja', '印刷後にリンク先を変えたい', 'change-target'],
  ['ja', '読み取れない', 'print-and-scan'],
  ['ja', 'パスワードを忘れた', 'account-and-safety'],
  ['ja', '領収書が欲しい', 'invoices'],
  ['ja', '印刷所に送る形式', 'downloads'],
  ['ko', '인쇄한 코드 링크 바꾸기', 'change-target'],
  ['ko', '스캔 수가 안 늘어요', 'scan-counts'],
  ['ko', '입금했는데 안 들어왔어요', 'payments'],
  ['ko', '로고 넣고 싶어요', 'logo-and-colours'],
  ['th', 'เปลี่ยนลิงก์หลังพิมพ์แล้ว', 'change-target'],
  ['th', 'โอนเงินแล้วเงินไม่เข้า', 'payments'],
  ['th', 'สแกนไม่ติด', 'print-and-scan'],
  ['th', 'ลืมรหัสผ่าน', 'account-and-safety'],
  ['th', 'ใบกำกับภาษี', 'invoices'],
  ['fr', 'changer le lien apres impression', 'change-target'],
  ['fr', 'j’ai payé mais rien reçu', 'payments'],
  ['fr', 'mot de passe oublie', 'account-and-safety'],
  ['fr', 'quel format pour l’imprimeur', 'downloads'],
  ['de', 'link nach dem druck andern', 'change-target'],
  ['de', 'ueberweisung nicht angekommen', 'payments'],
  ['de', 'Rechnung mit Steuernummer', 'invoices'],
  ['de', 'eigene domain einrichten', 'own-domain'],
  ['de', 'wie gross drucken', 'print-and-scan'],
  ['es', 'cambiar enlace despues de imprimir', 'change-target'],
  ['es', 'hice la transferencia y no aparece', 'payments'],
  ['es', 'no se escanea', 'print-and-scan'],
  ['es', 'quiero poner mi logotipo', 'logo-and-colours'],
  ['es', 'no puedo crear mas codigos', 'plans-and-limits'],
]

test.each(QUESTIONS)('%s: "%s" is answered by %s', (language, question, slug) => {
  expect(help.search(language, question)[0]?.slug).toBe(slug)
})

test('the part of the page that answers comes with it', () => {
  const [hit] = help.search('en', 'forgot password')
  expect(hit?.section?.title).toBe('I forgot my password. What now?')
  expect(hit?.section?.text).toContain('can give you a one-time link')
})

test.each(['', '   ', '?!', 'qwrtzx', '\u0000', '👍'])('%j finds nothing', (question) => {
  expect(help.search('vi', question)).toEqual([])
})

test('the best comes first, and no more than was asked for', () => {
  const hits = help.search('en', 'code')
  expect(hits.length).toBeGreaterThan(3)
  expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a))
  expect(help.search('en', 'code', 3)).toEqual(hits.slice(0, 3))
})

test.each(['', '../../README', 'first-code.md', '__proto__', 'FIRST-CODE'])('%j is no page', (slug) => {
  expect(help.page('en', slug)).toBeNull()
})
