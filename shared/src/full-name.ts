import type { Language } from './languages'

/** A name in its two parts, as forms ask for it and a vCard keeps it (`N`, RFC 2426 §3.1.2). */
export interface NameParts {
  firstName: string
  lastName: string
}

/** Chinese, Japanese and Korean scripts, with their marks; names in them have no space. */
const EAST_ASIAN = /^[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\s]+$/u
/** Readings and foreign names; their parts cannot be distinguished without a space. */
const KATAKANA = /^[\p{scx=Kana}\s]+$/u
const KHMER = /^[\p{sc=Khmr}\s]+$/u
/** Letters that only Hungarian has. */
const HUNGARIAN = /[őű]/iu
/**
 * Marks that only Vietnamese has, decomposed: a hook, a horn, or a tone over another mark. Not the dot below,
 * which Yoruba and Igbo use, nor `đ`, which Croatian uses.
 */
const VIETNAMESE = /[\u0309\u031b]|[\u0302\u0306][\u0300\u0301\u0303]|\u0323[\u0302\u0306]/

/** The family names that nearly all Vietnamese bear, without their marks. */
const VIETNAMESE_FAMILIES =
  'nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly dao doan vuong trinh truong dinh lam phung mai to ha ta luu cao trieu thai chau quach tong dam tang'.split(
    ' ',
  )

/** Whether a name is Vietnamese by its letters, by its family name, or by that name without its marks in that language. */
function isVietnamese(given: string, family: string, language: Language | undefined): boolean {
  if (VIETNAMESE.test(`${given} ${family}`.normalize('NFD'))) return true
  const [first = ''] = family.normalize('NFD').toLowerCase().split(/\s/)
  const plain = first.replace(/\p{M}/gu, '').replace('đ', 'd')
  return (language === 'vi' || plain !== first) && VIETNAMESE_FAMILIES.includes(plain)
}

/**
 * A name as its own language writes it: the family name first in Vietnamese, Khmer, Hungarian, Chinese, Japanese and
 * Korean, the last three without a space; else the given name first. The name itself shows the language.
 * @param language of the person who typed the name: with `vi`, Vietnamese names count without their marks, too
 * @example fullName({ firstName: 'Văn An', lastName: 'Nguyễn' }) // 'Nguyễn Văn An'
 */
export function fullName(name: NameParts, language?: Language): string {
  const [given, family] = [name.firstName.trim(), name.lastName.trim()]
  if (given === '' || family === '') return given + family
  const both = given + family
  if (EAST_ASIAN.test(both) && !KATAKANA.test(both)) return family + given
  const isFamilyFirst =
    KATAKANA.test(both) || KHMER.test(both) || HUNGARIAN.test(both) || isVietnamese(given, family, language)
  return isFamilyFirst ? `${family} ${given}` : `${given} ${family}`
}

/** The part of a name by whose first letter a person goes: the family name in East Asian scripts, else the given name. */
export const shortName = ({ firstName, lastName }: NameParts): string =>
  lastName !== '' && EAST_ASIAN.test(firstName + lastName) ? lastName : firstName

/**
 * The content of a new code with its derived fields: of a card the full name, where it is not the
 * given name followed by the family name, which a card without it implies.
 */
export function withFullName<Content extends Readonly<Record<string, string>>>(
  contentType: string,
  content: Content,
  language?: Language,
): Content {
  const { firstName = '', lastName = '', fullName: given = '' } = content
  if (contentType !== 'VCard' || given !== '') return content
  const written = fullName({ firstName, lastName }, language)
  return written === [firstName, lastName].filter(Boolean).join(' ')
    ? content
    : { ...content, fullName: written }
}
