import { fullName, type Language, type Profile, shortName } from '@scanleaf/shared'

/** Full name, else the e-mail, else the phone. */
export const personName = (profile: Profile, language: Language): string =>
  fullName(profile, language) || profile.email || profile.phone

/** A letter that nothing can join: most names, and the first segmenter of a page is slow. */
const LONE_LETTER = /^\p{L}(?=[\p{L}\p{N}\p{P}\p{Z}]|$)/u

/** One letter for the avatar: of the name by which a person is called, else of its replacement. */
export function initialOf(profile: Pick<Profile, 'firstName' | 'lastName' | 'email' | 'phone'>): string {
  const name = (shortName(profile) || profile.email || profile.phone).trim().normalize()
  const [letter] = LONE_LETTER.exec(name) ?? []
  return (letter ?? firstSegment(name)).toLocaleUpperCase()
}

function firstSegment(text: string): string {
  const [first] = new Intl.Segmenter().segment(text)
  return first?.segment ?? ''
}
