/** Blocks of a page. */
export const MAX_BLOCKS = 30
/** Languages that an owner writes a page in. */
export const MAX_PAGE_LANGUAGES = 3
/** Items of all menus of a page. */
export const MAX_MENU_ITEMS = 300
export const MAX_MENU_SECTIONS = 30
/** Links of one block, and apps to chat in. */
export const MAX_PAGE_LINKS = 24
export const MAX_CHATS = 6
/** Pictures of all blocks of a page; its logo and its cover are more. */
export const MAX_PAGE_PICTURES = 12
/** Times that a day opens. */
export const MAX_SPANS = 3
export const MAX_HOLIDAYS = 60
/** Of the JSON of a page, in bytes. */
export const MAX_PAGE_BYTES = 64 * 1024
/** Characters of texts: of names and titles, of lines below them, of paragraphs. */
export const MAX_TITLE = 80
export const MAX_PAGE_LINE = 300
export const MAX_PARAGRAPHS = 1000
