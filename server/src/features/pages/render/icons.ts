import type { LinkIcon } from '@scanleaf/shared'
import { type Markup, trusted } from '../../../platform/pages/markup'

const SHAPES = {
  link: '<path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"/>',
  bag: '<path d="M6 8h12l1 12H5z M9 8V7a3 3 0 0 1 6 0v1"/>',
  star: '<path d="M12 4l2.4 5 5.6.7-4 3.9 1 5.4-5-2.7L7 19l1-5.4-4-3.9L9.6 9z"/>',
  calendar:
    '<rect x="4" y="5.5" width="16" height="14.5" rx="2.5"/><path d="M4 10h16M8.5 3.5v4M15.5 3.5v4"/>',
  phone:
    '<path d="M6 4h3l1.5 4.5-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2L20 15v3a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2z"/>',
  mail: '<rect x="3.5" y="5.5" width="17" height="13" rx="2.5"/><path d="M4 7l8 6 8-6"/>',
  globe: '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17z"/>',
  pin: '<path d="M12 21c4-4.2 7-7.5 7-11a7 7 0 1 0-14 0c0 3.5 3 6.8 7 11z"/><circle cx="12" cy="10" r="2.5"/>',
  ticket: '<path d="M4 7h16v3.5a1.5 1.5 0 0 0 0 3V17H4v-3.5a1.5 1.5 0 0 0 0-3z"/>',
  bank: '<path d="M4 9.5L12 5l8 4.5zM6 10v7M10 10v7M14 10v7M18 10v7M4 20h16"/>',
  picture: '<rect x="4" y="5" width="16" height="14" rx="2.5"/><path d="M5 17l4.5-5 3.5 4 2.5-2.5L19 17"/>',
  document: '<path d="M6 4h9a3 3 0 0 1 3 3v13H8a2 2 0 0 1-2-2z M9.5 9h5M9.5 13h5"/>',
  food: '<path d="M7 4v16M4 4v4a3 3 0 0 0 6 0V4M17 20v-6h-3c0-5 1-9 3-10z"/>',
  cup: '<path d="M5 9h11v6a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4zM16 10h1.5a2.5 2.5 0 0 1 0 5H16M9 3.5v2M12.5 3.5v2"/>',
  gift: '<rect x="4" y="8" width="16" height="4.5" rx="1.5"/><path d="M6 12.5V20h12v-7.5M12 8v12M12 8C8 8 7 3.5 9.5 3.5S12 8 12 8s0-4.5 2.5-4.5S16 8 12 8"/>',
  heart:
    '<path d="M12 20C6 15.5 3.5 12.5 3.5 9a4.5 4.5 0 0 1 8.5-2 4.5 4.5 0 0 1 8.5 2c0 3.5-2.5 6.5-8.5 11z"/>',
  video: '<rect x="3.5" y="6" width="12" height="12" rx="2.5"/><path d="M15.5 11l5-3v8l-5-3"/>',
  music:
    '<circle cx="7" cy="17.5" r="2.5"/><circle cx="17" cy="15.5" r="2.5"/><path d="M9.5 17.5V6l10-2v11.5"/>',
  people:
    '<circle cx="9" cy="8" r="3.5"/><path d="M3 20a6 6 0 0 1 12 0M15.5 4.9a3.5 3.5 0 0 1 0 6.2M17.5 14.5A6 6 0 0 1 21 20"/>',
  truck:
    '<path d="M5 17H3V6.5h10.5V17H9M13.5 9.5h4l3.5 4V17h-2M15 17h-1.5"/><circle cx="7" cy="17.5" r="2"/><circle cx="17" cy="17.5" r="2"/>',
  scissors:
    '<circle cx="6.5" cy="7" r="2.5"/><circle cx="6.5" cy="17" r="2.5"/><path d="M8.7 8.3L19.5 17M8.7 15.7L19.5 7"/>',
  bed: '<path d="M3 6v13M3 16h18M21 19v-5a3 3 0 0 0-3-3h-7v5"/><circle cx="7" cy="12.5" r="1.7"/>',
  book: '<path d="M12 7c-2-1.7-5-2-8-2v13c3 0 6 .3 8 2 2-1.7 5-2 8-2V5c-3 0-6 .3-8 2zM12 7v13"/>',
  briefcase:
    '<rect x="3.5" y="7.5" width="17" height="12" rx="2.5"/><path d="M9 7.5V6a1.5 1.5 0 0 1 1.5-1.5h3A1.5 1.5 0 0 1 15 6v1.5M3.5 13h17"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>',
  wifi: '<path d="M3.5 9.5a12 12 0 0 1 17 0M6.5 13a8 8 0 0 1 11 0M9.5 16.3a3.7 3.7 0 0 1 5 0M12 19.5h.01"/>',
  chat: '<path d="M4 12a8 7 0 1 1 4 6l-4 1.5 1-3.5A7 7 0 0 1 4 12z"/>',
  save: '<path d="M12 4v11M7.5 11L12 15.5 16.5 11M5 20h14"/>',
  directions: '<path d="M12 3l9 9-9 9-9-9zM9 14v-3h5M12 9l2.5 2-2.5 2"/>',
  copy: '<rect x="8" y="8" width="12" height="12" rx="2.5"/><path d="M16 5.5A2 2 0 0 0 14 4H6a2 2 0 0 0-2 2v8a2 2 0 0 0 1.5 2"/>',
  shield: '<path d="M12 3.5l7 2.5v5c0 5-3 8-7 9.5-4-1.5-7-4.5-7-9.5V6z M9 12l2 2 4-4"/>',
  flag: '<path d="M6 21V4h11l-2.5 4L17 12H6"/>',
  app: '<rect x="7" y="3.5" width="10" height="17" rx="2.5"/><path d="M11 17.5h2"/>',
  spicy: '<path d="M14 7c5 0 6 3 5 5-2 4-8 7-14 6 5-1 7-3 7-7 0-2 1-4 2-4zM14 7c0-2 1-3 3-3"/>',
  vegetarian: '<path d="M5 19C4 10 9 5 20 5c0 10-5 14-12 13M5 19c2-4 5-6 9-8"/>',
} satisfies Record<LinkIcon, string> & Record<string, string>

export type IconName = keyof typeof SHAPES

const BOX = 'viewBox="0 0 24 24"'

/** A drawing of 24 by 24 without words of its own. */
export const icon = (name: IconName): Markup =>
  trusted(`<svg ${BOX} aria-hidden="true">${SHAPES[name]}</svg>`)

/** Drawings that a page repeats, written once. */
export const symbols = (names: readonly IconName[]): Markup =>
  trusted(
    names.length === 0
      ? ''
      : `<svg hidden>${names.map((name) => `<symbol id="i-${name}" ${BOX}>${SHAPES[name]}</symbol>`).join('')}</svg>`,
  )

export const repeatedIcon = (name: IconName): Markup =>
  trusted(`<svg aria-hidden="true"><use href="#i-${name}"/></svg>`)
