import { getParser } from 'bowser'
import { remembering } from '../remembering'

/** Device, system and browser of a user agent; empty where unknown. */
export interface Agent {
  device: '' | 'phone' | 'tablet' | 'desktop' | 'tv'
  system: string
  browser: string
}

/** Browsers inside other apps, where many codes are scanned; the parser takes them for the engine they use. */
const IN_APP: readonly [RegExp, string][] = [
  [/\bZalo\b/i, 'Zalo'],
  [/\bFBAN\/Messenger|\bOrca-Android|\bMessengerLite/i, 'Messenger'],
  [/\bFB(AN|AV|IOS)\b/, 'Facebook'],
  [/\bInstagram\b/i, 'Instagram'],
  [/\bBytedance|\bmusical_ly|\bTikTok/i, 'TikTok'],
  [/\bMicroMessenger\b/i, 'WeChat'],
  [/\bLine\/\d/i, 'LINE'],
  [/\bKAKAOTALK\b/i, 'KakaoTalk'],
  [/\bViber\b/i, 'Viber'],
  [/\bcoc_coc_browser|\bCocCoc/i, 'Cốc Cốc'],
  [/\bGSA\/\d/, 'Google'],
]

const DEVICES: Record<string, Agent['device']> = {
  mobile: 'phone',
  tablet: 'tablet',
  desktop: 'desktop',
  tv: 'tv',
}

const MAX_NAME_LENGTH = 40

/** Parsing an agent costs as much as storing it. */
export const agentOf = remembering(parse)

function parse(userAgent: string): Agent {
  if (userAgent === '') return { device: '', system: '', browser: '' }
  const parsed = getParser(userAgent).getResult()
  const inApp = IN_APP.find(([pattern]) => pattern.test(userAgent))?.[1]
  return {
    device: DEVICES[parsed.platform.type ?? ''] ?? '',
    system: named(parsed.os.name),
    browser: inApp ?? named(parsed.browser.name),
  }
}

/** For an unknown program the parser repeats the program's own name. */
const named = (name = ''): string => name.trim().slice(0, MAX_NAME_LENGTH).toWellFormed()
