import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tsImport } from 'tsx/esm/api'
import { ROOT } from '../lib/run-command.mjs'
import { readLocales } from './locale-texts.mjs'

const { LANGUAGE_CODES } = await tsImport('../../shared/src/languages.ts', import.meta.url)

const GLOSSARY = 'docs/glossary.md'

/**
 * Terms that stand for one thing in all texts. Where the English text names it, the other languages use a form of
 * their term: `forms` gives what all its forms contain, by language. `row` is the term in docs/glossary.md, which has
 * one of these forms, and `except` are texts that say it in another way for good.
 */
const TERMS = [
  {
    row: 'dynamic code',
    english: /\bdynamic\b/i,
    forms:
      'vi: động, zh-CN: 动态, zh-TW: 動態, fr: dynamique, de: dynamisch, ja: 動的, ko: 동적, ru: динамич, es: dinámic, pt: dinâmic, it: dinamic, ar: ديناميكي, hi: डायनेमिक, id: dinamis, ms: dinamik, th: ไดนามิก, km: ឌីណាមិក, lo: ໄດນາມິກ, my: ဒိုင်နမစ်',
  },
  {
    row: 'static code',
    english: /\bstatic\b/i,
    forms:
      'vi: tĩnh, zh-CN: 静态, zh-TW: 靜態, fr: statique, de: statisch, ja: 静的, ko: 정적, ru: статич, es: estátic, pt: estátic, it: static, ar: ثابت, hi: स्टैटिक, id: statis, ms: statik, th: คงที่, km: ថេរ, lo: ຄົງທີ່, my: ပုံသေ',
  },
  {
    row: 'workspace',
    english: /\bworkspaces?\b/i,
    forms:
      'vi: không gian, zh-CN: 工作区, zh-TW: 工作區, fr: espace, de: Arbeitsbereich, ja: ワークスペース, ko: 워크스페이스, ru: пространств, es: espacio, pt: espaço, it: spazi, ar: مساح, hi: कार्यक्षेत्र, id: ruang kerja, ms: ruang kerja, th: พื้นที่ทำงาน, km: កន្លែងធ្វើការ, lo: ພື້ນທີ່ເຮັດວຽກ, my: အလုပ်ခွင်',
    // The screen and the message before it say which workspace.
    except: [
      'errors:OwnerStays',
      'errors:AlreadyMember',
      'errors:WorkspaceNotEmpty',
      'leaving:workspace.balance',
    ],
  },
  {
    row: 'rule',
    english: /\brules?\b/i,
    forms:
      'vi: quy tắc, zh-CN: 规则, zh-TW: 規則, fr: règle, de: Regel, ja: ルール, ko: 규칙, ru: правил, es: regla, pt: regra, it: regol, ar: قاعد|قواعد, hi: नियम, id: aturan, ms: peraturan, th: กฎ, km: វិធាន, lo: ກົດເກນ, my: စည်းမျဉ်း',
  },
  {
    row: 'API key',
    english: /\bkeys?\b/i,
    forms:
      'vi: khoá, zh-CN: 密钥, zh-TW: 金鑰, fr: clé, de: Schlüssel, ja: キー, ko: 키, ru: ключ, es: clave, pt: chave, it: chiav, ar: مفتاح|مفاتيح, hi: कुंजी|कुंजियाँ|कुंजियों, id: kunci, ms: kunci, th: คีย์, km: សោ, lo: ຄີ, my: ကီး',
  },
  {
    row: 'session',
    english: /\bsessions?\b/i,
    forms:
      'vi: phiên, zh-CN: 会话, zh-TW: 工作階段, fr: session, de: Sitzung, ja: セッション, ko: 세션, ru: сеанс, es: sesi, pt: sess, it: session, ar: جلس, hi: सेशन, id: sesi, ms: sesi, th: เซสชัน, km: វគ្គ, lo: ເຊດຊັນ, my: အကောင့်ဝင်ထားမှု',
  },
  {
    row: 'batch',
    english: /\bbatch(es)?\b/i,
    forms:
      'vi: đợt, zh-CN: 批次, zh-TW: 批次, fr: lot, de: Sammelaktion, ja: 一括処理, ko: 일괄 작업, ru: пакет, es: lote, pt: lote, it: lott, ar: مجموع, hi: बैच, id: batch, ms: kelompok, th: ชุด, km: បាច់, lo: ຊຸດ, my: အစု',
  },
  {
    row: 'design',
    english: /\bdesigns?\b/i,
    forms:
      'vi: thiết kế, zh-CN: 设计, zh-TW: 設計, fr: design, de: Design, ja: デザイン, ko: 디자인, ru: дизайн, es: diseño, pt: design, it: design, ar: تصم|تصام, hi: डिज़ाइन, id: desain, ms: reka bentuk, th: ดีไซน์, km: ការរចនា, lo: ການອອກແບບ, my: ဒီဇိုင်း',
  },
  {
    row: 'outstanding balance',
    english: /\boutstanding balance\b/i,
    forms:
      'vi: khoản còn nợ, zh-CN: 欠款, zh-TW: 欠款, fr: solde dû, de: offene, ja: 未払い分, ko: 미납 금액, ru: задолженност, es: saldo pendiente, pt: saldo devedor, it: saldo dovuto, ar: الرصيد المستحق, hi: बकाया, id: tunggakan, ms: tunggak, th: ยอดค้าง, km: ជំពាក់, lo: ຍອດຄ້າງ, my: ပေးရန်ကျန်ငွေ',
  },
  {
    row: 'label (to print)',
    english: /\blabels?\b/i,
    forms:
      'vi: tem, zh-CN: 标签, zh-TW: 標籤, fr: étiquette, de: Etikett, ja: ラベル, ko: 라벨, ru: этикет, es: etiqueta, pt: etiqueta, it: etichett, ar: ملصق, hi: लेबल, id: label, ms: label, th: ป้าย, km: ស្លាកបិទ, lo: ປ້າຍ, my: တံဆိပ်',
    // The standard of payment codes calls the number of a shop so.
    except: ['content-types:field.store'],
  },
  {
    row: 'operator',
    english: /\boperator\b/i,
    forms:
      'vi: vận hành, zh-CN: 运营, zh-TW: 營運, fr: exploit, de: Betreiber, ja: 運営, ko: 운영, ru: оператор, es: operador, pt: operador, it: gest, ar: مشغّل, hi: संचालक, id: pengelola, ms: pengendali, th: ผู้ดูแล, km: អ្នកដំណើរការ, lo: ຜູ້ດູແລ, my: ဝန်ဆောင်မှု စီမံသူ|ဝန်ဆောင်မှုကို စီမံ',
    // Who did it: one person of the operator.
    except: ['billing-admin:column.operator'],
  },
  {
    row: 'invitation',
    english: /\binvitations?\b/i,
    forms:
      'vi: mời, zh-CN: 邀请, zh-TW: 邀請, fr: invitation, de: Einladung, ja: 招待, ko: 초대, ru: приглаш, es: invitaci, pt: convite, it: invit, ar: دعو, hi: निमंत्रण, id: undangan, ms: jemputan, th: คำเชิญ, km: អញ្ជើញ, lo: ຄຳເຊີນ, my: ဖိတ်ကြားချက်',
  },
].map((term) => ({ except: [], ...term, forms: readForms(term.forms) }))

/**
 * Texts that call a thing by another name than the glossary gives it, and terms whose forms are not those of the glossary.
 * @returns {string[]} one line for each
 */
export function findOtherTerms() {
  const locales = readLocales()
  return TERMS.flatMap((term) =>
    LANGUAGE_CODES.filter((language) => language !== 'en').flatMap((language) => [
      ...notInGlossary(term, language),
      ...[...locales].flatMap(([namespace, texts]) =>
        Object.entries(texts.get('en') ?? {})
          .filter(([key, english]) => names(term, english) && !term.except.includes(`${namespace}:${key}`))
          .map(([key]) => [key, texts.get(language)?.[key]])
          .filter(([, text]) => text !== undefined && !uses(term, language, text))
          .map(
            ([key, text]) =>
              `shared/locales/${namespace}/${language}.json: ${key} names a ${term.row} without “${term.forms.get(language)}”: ${text}`,
          ),
      ),
    ]),
  )
}

const names = ({ english }, text) => english.test(String(text).replace(/\{\{[^}]*\}\}/g, ''))

const uses = ({ forms }, language, text) =>
  (forms.get(language) ?? '')
    .split('|')
    .some((form) => String(text).toLocaleLowerCase(language).includes(form.toLocaleLowerCase(language)))

function notInGlossary(term, language) {
  const cell = readGlossary().get(`${term.row} ${language}`)
  return cell !== undefined && term.forms.has(language) && uses(term, language, cell)
    ? []
    : [
        `terms.mjs: “${term.forms.get(language)}” is not the ${term.row} of ${GLOSSARY} in ${language}: ${cell}`,
      ]
}

function readForms(line) {
  return new Map(line.split(', ').map((form) => form.split(': ')))
}

let glossary
/** The cells of the tables, by term and language. */
function readGlossary() {
  if (glossary) return glossary
  glossary = new Map()
  let head = []
  for (const line of readFileSync(join(ROOT, GLOSSARY), 'utf8').split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim())
    if (cells[1] === 'Term') head = cells
    else if (cells.length !== head.length) head = cells.length < 3 ? [] : head
    else for (const [index, language] of head.entries()) glossary.set(`${cells[1]} ${language}`, cells[index])
  }
  return glossary
}
