import type { Language, Profile } from '@scanleaf/shared'

/** Where the family name goes first. */
const FAMILY_FIRST: readonly Language[] = ['vi', 'zh-CN', 'zh-TW', 'ja', 'ko', 'km']

/** Full name in the order of the language, else the e-mail, else the phone. */
export function personName(profile: Profile, language: Language): string {
  const { firstName, lastName } = profile
  const names = FAMILY_FIRST.includes(language) ? [lastName, firstName] : [firstName, lastName]
  return names.filter(Boolean).join(' ') || profile.email || profile.phone
}

/** A letter that nothing can join: most names, and the first segmenter of a page is slow. */
const LONE_LETTER = /^\p{L}(?=[\p{L}\p{N}\p{P}\p{Z}]|$)/u

/** One letter for the avatar: of the given name, by which a person is called, else of what stands for it. */
export function initialOf(profile: Pick<Profile, 'firstName' | 'email' | 'phone'>): string {
  const name = (profile.firstName || profile.email || profile.phone).trim().normalize()
  const [letter] = LONE_LETTER.exec(name) ?? []
  return (letter ?? firstSegment(name)).toLocaleUpperCase()
}

function firstSegment(text: string): string {
  const [first] = new Intl.Segmenter().segment(text)
  return first?.segment ?? ''
}
