import type { Language } from './languages'

/** A name in its two parts, as forms ask for it and a vCard keeps it (`N`, RFC 2426 §3.1.2). */
export interface NameParts {
  firstName: string
  lastName: string
}

/** Chinese, Japanese and Korean scripts, with their marks; names in them have no space. */
const EAST_ASIAN = /^[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\s]+$/u
/** Readings and foreign names; their parts cannot be told apart without a space. */
const KATAKANA = /^[\p{scx=Kana}\s]+$/u
const KHMER = /^[\p{sc=Khmr}\s]+$/u
/** Letters that only Hungarian has. */
const HUNGARIAN = /[őű]/iu
/** Letters that only Vietnamese has: not `ẹ ị ọ ụ`, which Yoruba and Igbo use, nor `đ`, which Croatian uses. */
const VIETNAMESE = /[ạảấầẩẫậắằẳẵặẻếềểễệỉỏốồổỗộơớờởỡợủưứừửữựỳỵỷỹ]/iu

/** The family names that nearly all Vietnamese bear. */
const VIETNAMESE_FAMILIES = new Set(
  (
    'âu bạch bùi cao chu châu chung diệp doãn dương đàm đặng đào điền đinh đỗ đoàn đồng đường giang hà hàn hồ hoàng ' +
    'hứa huỳnh khuất kiều kim la lạc lâm lê lưu lương lý mạc mai nghiêm ngô nguyễn ninh ông phạm phan phí phó phùng ' +
    'quách quản tạ tăng tất thạch thái thân thi tiêu tô tôn tống trần triệu trịnh trương từ uông văn viên võ vũ vương'
  ).split(' '),
)
const withoutMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/g, 'd')
const PLAIN_FAMILIES = new Set([...VIETNAMESE_FAMILIES].map(withoutMarks))

/** Whether a name is Vietnamese by its letters, by its family name, or by that name without its marks in that language. */
function isVietnamese({ firstName, lastName }: NameParts, language: Language | undefined): boolean {
  const [family = ''] = lastName.normalize().toLowerCase().split(/\s/)
  if (VIETNAMESE.test(`${firstName} ${lastName}`.normalize())) return true
  const isMarked = withoutMarks(family) !== family
  if (isMarked) return VIETNAMESE_FAMILIES.has(family)
  return language === 'vi' && PLAIN_FAMILIES.has(family)
}

/**
 * A name as its own language writes it: the family name first in Vietnamese, Khmer, Hungarian, Chinese, Japanese and
 * Korean, the last three without a space; else the given name first. The name itself tells the language.
 * @param language of the person who typed the name: with `vi`, Vietnamese names count without their marks, too
 * @example fullName({ firstName: 'Văn An', lastName: 'Nguyễn' }) // 'Nguyễn Văn An'
 */
export function fullName(name: NameParts, language?: Language): string {
  const [given, family] = [name.firstName.trim(), name.lastName.trim()]
  if (given === '' || family === '') return given + family
  const both = given + family
  if (EAST_ASIAN.test(both) && !KATAKANA.test(both)) return family + given
  const isFamilyFirst =
    KATAKANA.test(both) || KHMER.test(both) || HUNGARIAN.test(both) || isVietnamese(name, language)
  return isFamilyFirst ? `${family} ${given}` : `${given} ${family}`
}

/** The part of a name by whose first letter a person goes: the family name in East Asian scripts, else the given name. */
export const shortName = ({ firstName, lastName }: NameParts): string =>
  lastName !== '' && EAST_ASIAN.test(firstName + lastName) ? lastName : firstName

/**
 * The content of a new code with what its type derives from the rest: of a card the full name, where it is not the
 * given name followed by the family name, which is what a card without it says. Codes of before have none, so that
 * their symbols stay as printed.
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
