/**
 * Small Latin letters, the Cyrillic and Greek letters that look the same (Unicode TR 39), and what else is taken for them at
 * a glance; `1`, `i` and `l` are one.
 */
const ALIKE = [
  ['a', 'аα', 'ɑᴀ4'],
  ['b', '', 'вβьʙ8'],
  ['c', 'с', 'ᴄ'],
  ['d', 'ԁ', 'ᴅ'],
  ['e', 'е', 'εᴇ3'],
  ['f', '', 'ꜰ'],
  ['g', 'ԍ', 'ɡɢ9'],
  ['h', 'һ', 'нʜ'],
  ['i', 'іιӏ', 'їɪ1lℓʟ|!'],
  ['j', 'ј', 'ᴊ'],
  ['k', 'κ', 'кᴋ'],
  ['m', '', 'мᴍ'],
  ['n', '', 'пոɴ'],
  ['o', 'оο', 'օσᴏ0'],
  ['p', 'рρ', 'ᴘ'],
  ['q', 'ԛ', ''],
  ['r', '', 'гʀ'],
  ['s', 'ѕ', 'ꜱ5'],
  ['t', '', 'тτᴛ7'],
  ['u', 'υ', 'սᴜ'],
  ['v', 'ν', 'ѵᴠ'],
  ['w', 'ԝ', 'ωᴡ'],
  ['x', 'хχ', ''],
  ['y', 'уү', 'ʏ'],
  ['z', '', 'ᴢ2'],
] as const

/** Letters, signs and digits by the Latin letter that they are taken for. */
export const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  ALIKE.flatMap(([letter, same, similar]) => [...same, ...similar].map((other) => [other, letter] as const)),
)

/** Cyrillic and Greek letters that nobody tells from Latin ones. */
export const SAME_AS_LATIN: string = ALIKE.map(([, same]) => same).join('')
