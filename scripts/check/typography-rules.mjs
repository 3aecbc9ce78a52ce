/** Marks that quote, of all languages. */
const QUOTES = '“”„«»‹›「」『』"'

/** Refuses every quotation mark but those of the language. */
const quotes = (own, wrong) => ({
  pattern: new RegExp(`[${[...QUOTES].filter((mark) => !own.includes(mark)).join('')}]`, 'u'),
  write: `quotation marks are ${own}`,
  wrong,
})

const UNITS = '(?:MB|GB|KB|mm|cm|px|dpi|мм|см)(?![\\p{L}\\d])'
const UNIT_SPACE = {
  pattern: new RegExp(`\\d ?${UNITS}|\\d[ \u202f]%|\\ufffc ${UNITS}`, 'u'),
  write: 'a no-break space (U+00A0) before a unit',
  wrong: '10 MB',
}
const NO_UNIT_SPACE = {
  pattern: new RegExp(`[\\d\\ufffc][ \u00a0\u202f]${UNITS}`, 'u'),
  write: 'no space before a unit',
  wrong: '10 MB',
}
const NO_PERCENT_SPACE = {
  pattern: /[\d\ufffc][ \u00a0\u202f]%/u,
  write: 'no space before %',
  wrong: '100 %',
}
const PERCENT_SPACE = {
  pattern: /[\d\ufffc][^\u00a0\d\ufffc]?%/u,
  write: 'a no-break space (U+00A0) before %',
  wrong: '100 %',
}
const grouped = (space, code) => ({
  pattern: new RegExp(`\\d(?!${space})[\\s\u00a0\u202f]\\d{3}(?!\\d)`, 'u'),
  write: `${code} between thousands`,
  wrong: '10 000',
})
/** In scripts where a space parts the sentences. A dot inside of an address is not at the end of a word. */
const NO_FULL_STOP = {
  pattern: /(?<=[^\s.])\.(?=\s|$)|(?<!\();(?!\))/u,
  write: 'a space instead of a full stop or semicolon',
}
const HAN_OR_KANA = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]'
const halfWidth = (script, wrong) => ({
  pattern: new RegExp(`(?<=${script})[,?!:;(]|[,?!:;)](?=${script})`, 'u'),
  write: 'full-width punctuation',
  wrong,
})
const latinSpace = (script, wrong) => {
  const letter = `(?=[\\p{L}\\p{M}])\\p{Script=${script}}`
  return {
    pattern: new RegExp(`${letter}[A-Za-z\\d]|[A-Za-z\\d]${letter}`, 'u'),
    write: 'a space beside Latin letters and digits',
    wrong,
  }
}
const HAN_SPACE = {
  pattern: /\p{Script=Han}[A-Za-z\d]|[A-Za-z\d]\p{Script=Han}/u,
  write: 'a space between Han and Latin letters or digits',
}

/**
 * By language, `*` for all: what the pattern finds is wrong, `write` says what is right, `wrong` is a text that it finds.
 * A placeholder of a number is read as 1, another as U+FFFC.
 */
export const RULES = {
  '*': [
    {
      pattern: /[٠-٩۰-۹०-९๐-๙໐-໙០-៩၀-၉]/u,
      write: 'digits are 0–9 in all languages',
      wrong: '၂၄ နာရီ',
    },
    { pattern: /(?<!Đang kết nối)\.\.\./, write: 'one character …', wrong: 'Wait...' },
    { pattern: /[^\S\n\t] | $/m, write: 'one space, and none at the end', wrong: 'Two  spaces' },
    {
      pattern: /[\u200b\u200e\u200f\u202a-\u202e\u2066\u2067\ufeff]/u,
      write: 'no invisible marks but the isolates U+2068 and U+2069',
      wrong: '\u200fwebhook',
    },
  ],
  vi: [
    quotes('“”', '"mã"'),
    NO_PERCENT_SPACE,
    { pattern: /\s[:;?!](?=\s|$)/u, write: 'no space before : ; ? !', wrong: 'Xoá mã ?' },
    {
      pattern: /(?<!q)(?:ò|ó|ỏ|õ|ọ)[ae](?!\p{L})|(?<!q)(?:ù|ú|ủ|ũ|ụ)[yê](?!\p{L})/iu,
      write: 'the tone mark on the second vowel: xoá, tuỳ',
      wrong: 'xóa',
    },
  ],
  en: [quotes('“”', '"code"'), NO_PERCENT_SPACE],
  'zh-CN': [
    quotes('“”', '「码」'),
    { ...HAN_SPACE, wrong: '下载PNG' },
    halfWidth('\\p{Script=Han}', '下载?'),
  ],
  'zh-TW': [
    quotes('「」『』', '“碼”'),
    { ...HAN_SPACE, wrong: '下載PNG' },
    halfWidth('\\p{Script=Han}', '下載?'),
  ],
  fr: [
    quotes('«»', '“code”'),
    {
      pattern: /[^\u202f?!][;?!](?=\s|[)*»\u00a0]|$)/u,
      write: 'a narrow no-break space (U+202F) before ; ? !',
      wrong: 'Supprimer ?',
    },
    { pattern: /[^\u00a0]:(?=\s|$)/u, write: 'a no-break space (U+00A0) before :', wrong: 'Codes : 3' },
    { pattern: /«(?!\u00a0)|(?<!\u00a0)»/u, write: 'no-break spaces (U+00A0) inside « »', wrong: '« code »' },
    PERCENT_SPACE,
    {
      ...UNIT_SPACE,
      pattern: new RegExp(UNIT_SPACE.pattern.source.replace('MB|GB|KB', 'Mo|Go|Ko'), 'u'),
      wrong: '10 Mo',
    },
    grouped('\u202f', 'a narrow no-break space (U+202F)'),
    { pattern: /\p{L}'/u, write: 'the apostrophe ’', wrong: "l'adresse" },
  ],
  de: [quotes('„“', '„Code”'), PERCENT_SPACE, UNIT_SPACE],
  ja: [
    quotes('「」『』', '“コード”'),
    {
      pattern: new RegExp(`${HAN_OR_KANA} [A-Za-z\\d\\ufffc]|[A-Za-z\\d\\ufffc%] ${HAN_OR_KANA}`, 'u'),
      write: 'no space beside Latin letters and digits',
      wrong: 'PNG を保存',
    },
    NO_UNIT_SPACE,
    NO_PERCENT_SPACE,
    halfWidth(HAN_OR_KANA, '保存?'),
  ],
  ko: [quotes('“”', '"코드"'), NO_UNIT_SPACE, NO_PERCENT_SPACE],
  ru: [
    quotes('«»„“', '"код"'),
    NO_PERCENT_SPACE,
    UNIT_SPACE,
    grouped('\u00a0', 'a no-break space (U+00A0)'),
    {
      pattern: /[^\s\u00a0]\u2014|[ \u202f]\u2014/u,
      write: 'a no-break space (U+00A0) before a dash',
      wrong: 'Enter — отправить',
    },
    { pattern: /\p{L} - \p{L}/u, write: 'a dash —', wrong: 'код - ссылка' },
  ],
  es: [
    quotes('“”', '«código»'),
    PERCENT_SPACE,
    UNIT_SPACE,
    grouped('\u00a0', 'a no-break space (U+00A0)'),
    { pattern: /^[^¿]*\?/u, write: 'a question begins with ¿', wrong: 'Seguro?' },
  ],
  pt: [quotes('“”', '"código"'), NO_PERCENT_SPACE],
  it: [
    quotes('“”', '«codice»'),
    NO_PERCENT_SPACE,
    { pattern: /\p{L}'/u, write: 'the apostrophe ’, or an accent', wrong: "l'indirizzo" },
  ],
  ar: [
    quotes('«»', '“رمز”'),
    { pattern: /[\u0600-\u06ff][,;?]/u, write: '، ؛ ؟', wrong: 'هل تريد الحذف?' },
    {
      pattern: /\u0640(?![\s\u2068\ufffc\d]|$)/u,
      write: 'no kashida but before what is not Arabic',
      wrong: 'رمـز',
    },
    {
      // What is isolated is left out: then a sign at the edge of a Latin piece would change its side.
      pattern:
        /^(?:[^\u2068]|\u2068[^\u2069]*\u2069)*?(?:(?<![A-Za-z\d\ufffc\u2068])[.#/@_-]+[A-Za-z]|[A-Za-z](?::\/\/|[/#+])(?![A-Za-z\d/])|[\d\ufffc] +[A-Za-z]{1,3}(?![A-Za-z]))/u,
      write: 'a Latin piece with signs at its edge, or a number with a unit, isolated with U+2068 and U+2069',
      wrong: 'احفظه بصيغة .xlsx',
    },
  ],
  hi: [
    quotes('“”', '"कोड"'),
    {
      pattern: /[\u0900-\u0963\u0970-\u097f]\.(?=\s|$)|\s।/u,
      write: 'a danda without a space before it',
      wrong: 'कोड सेव करें.',
    },
    {
      pattern: /खत्म|खुद(?!रा)|आखिर|जरूर|ज्यादा|हफ्त|मुफ्त|फर्क|रफ्तार/u,
      write: 'the dot below: ख़त्म, ख़ुद, आख़िर, ज़रूर, ज़्यादा, हफ़्ता, मुफ़्त, फ़र्क',
      wrong: 'प्लान खत्म हो गया',
    },
    NO_PERCENT_SPACE,
  ],
  id: [quotes('“”', '"kode"'), NO_PERCENT_SPACE],
  ms: [quotes('“”', '"kod"'), NO_PERCENT_SPACE],
  th: [
    quotes('“”', '"โค้ด"'),
    latinSpace('Thai', 'ไฟล์PDF'),
    { ...NO_FULL_STOP, pattern: /[\u0e00-\u0e7f]\.(?=\s|$)|(?<!\();(?!\))/u, wrong: 'บันทึกแล้ว. โปรดรอ' },
  ],
  km: [
    quotes('«»', '“កូដ”'),
    latinSpace('Khmer', 'ឬID'),
    { pattern: /(?<!\();(?!\))|[\u1780-\u17ff]\.(?=\s|$)/u, write: '។ instead of ; and .', wrong: 'បិទ; បើក' },
    { pattern: /[\u1780-\u17ff»\d\ufffc]:(?=\s|$)/u, write: '៖ before a value', wrong: 'កូដ: 3' },
    {
      pattern: /ផ្ត|ម្ត|ប្តូ|ប្តឹ|ប្តេ|ប្តា|សប្ត|បណ្ត|ស្តា|ស្តើ|ស្តី|ក្តី|ក្តា|ឆ្តោ|ខ្តិ/u,
      write: 'ដ below: ផ្ដ, ម្ដ, ប្ដ, ស្ដ',
      wrong: 'ផ្តល់',
    },
  ],
  lo: [quotes('“”', '"ລະຫັດ"'), latinSpace('Lao', 'ໄຟລ໌PDF'), { ...NO_FULL_STOP, wrong: 'ບັນທຶກແລ້ວ. ກະລຸນາລໍຖ້າ' }],
  my: [
    quotes('“”', '"ကုဒ်"'),
    latinSpace('Myanmar', 'PDFဖိုင်'),
    { pattern: /[\u1000-\u1049] - (?![._]|သို့မဟုတ်)\S/u, write: '- joined to a label', wrong: 'ဖတ်နိုင်သည် - ကင်မရာ' },
    { pattern: /[\u1000-\u109f]:|(?<!\();(?!\))/u, write: '- after a label, no ;', wrong: 'အကောင့်: ၁' },
    { pattern: /(?<!ပါ)မည်လား/u, write: '-ပါမည်လား in a question', wrong: 'ဖျက်မည်လား။' },
    { pattern: /(?<!ပါ|ပါသေး)(?:သည်|မည်)။/u, write: '-ပါသည် and -ပါမည် at the end of a sentence', wrong: 'ရှိသည်။' },
    {
      pattern:
        /(?<!ည်)မလား|မလဲ|ဘယ်(?!ဘက်)|ဘာ(?=လဲ|မှ|မျှ|ကြောင့်|လုပ်|ဖြစ်|အတွက်|ကူ)|တယ်(?=[\s။]|$)|ဘူး(?=[\s။]|လား|$)|သနည်း|ဒီ(?!ဇ|ယ|း)/u,
      write: 'the written language: မည်သို့, မည်သည်, -ပါသလဲ',
      wrong: 'ဘယ်လို ပြောင်းရမလဲ။',
    },
  ],
}
