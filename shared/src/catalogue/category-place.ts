import { foldText, truncate } from '../fold-text'

/** How deep categories nest, the outermost counted. */
export const MAX_CATEGORY_DEPTH = 6
/** In UTF-16 units; six of them fit into a key of the database's index in every script. */
export const MAX_SLUG_LENGTH = 60

/** The path of a category, by its title and those of its parents. */
export interface CategoryPlace {
  /** The hyphenated title. */
  slug: string
  /** The slugs from the outermost category down to this one, joined by `/`; no two categories have the same. */
  path: string
  /** The path as that of an address. */
  pathname: string
}

/**
 * A title as a part of a URL: accents folded, words joined by hyphens, letters of other scripts kept. Empty when
 * the title has neither letter nor digit.
 * @example slugOf('Nhãn dán & Đề-can') // 'nhan-dan-de-can'
 */
export const slugOf = (title: string): string =>
  truncate(withSaraAm(foldText(title)).replaceAll(' ', '-'), MAX_SLUG_LENGTH).replace(/-$/, '')

/** The fold takes this vowel of Thai and Lao apart, which is written as one character. */
const withSaraAm = (text: string) =>
  text.replaceAll('\u0e4d\u0e32', '\u0e33').replaceAll('\u0ecd\u0eb2', '\u0eb3')

/**
 * @param parentPath null for an outermost category
 * @example categoryPlace('Đồ uống', 'thuc-don').pathname // '/thuc-don/do-uong'
 */
export function categoryPlace(title: string, parentPath: string | null): CategoryPlace {
  const slug = slugOf(title)
  const path = parentPath === null ? slug : `${parentPath}/${slug}`
  return { slug, path, pathname: `/${path}` }
}

/** How many categories lie on a path. */
export const depthOf = (path: string): number => path.split('/').length
