import type { Language } from '@scanleaf/shared'
import { ar } from './ar'
import { de } from './de'
import { en } from './en'
import { es } from './es'
import { fr } from './fr'
import { hi } from './hi'
import { id } from './id'
import { it } from './it'
import { ja } from './ja'
import { km } from './km'
import { ko } from './ko'
import { lo } from './lo'
import { ms } from './ms'
import { my } from './my'
import type { ConceptWords } from './names'
import { pt } from './pt'
import { ru } from './ru'
import { th } from './th'
import { vi } from './vi'
import { zhCn } from './zh-cn'
import { zhTw } from './zh-tw'

export const CONCEPT_WORDS: Readonly<Record<Language, ConceptWords>> = {
  vi,
  en,
  'zh-CN': zhCn,
  'zh-TW': zhTw,
  fr,
  de,
  ja,
  ko,
  ru,
  es,
  pt,
  it,
  ar,
  hi,
  id,
  ms,
  th,
  km,
  lo,
  my,
}
