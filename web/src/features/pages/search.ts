/** Which page the questions make. */
export interface NewPageSearch {
  kind?: string
  /** The code that gets the page; without it a new one. */
  code?: string
}

/** Addresses hold plain text: a kind that is none is that of a menu. */
export const newPageSearch = (search: Record<string, unknown>): NewPageSearch => search
