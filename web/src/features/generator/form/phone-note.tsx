import { cleanPhone, dialled, phoneParts, phoneProblem } from '@scanleaf/qr'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import styles from './field.module.css'
import type { PhoneReading, readPhone } from './phone-reading'

export interface PhoneNoteProps {
  typed: string
  /** The number gets a message instead of a call. */
  isMessage: boolean
  /** Takes the form of the number that is dialled from everywhere. */
  onUse: (number: string) => void
}

/** Under a number: what the phone will dial, so that nothing is dialled unseen. */
export function PhoneNote({ typed, isMessage, onUse }: PhoneNoteProps) {
  const { t } = useTranslation('generator')
  const reading = useReading(typed)
  if (reading === null) return null
  const { number, tones, isUnlikely, international } = reading
  const text = isMessage ? 'phone.sends' : tones === '' ? 'phone.dials' : 'phone.dials-extension'
  return (
    <div className={`wrap fine muted ${styles.hint}`}>
      <span>{t(text, { number, tones })}</span>
      {isUnlikely && <span className={styles.warning}>{t('phone.unlikely')}</span>}
      {international !== null && (
        <button type="button" className={styles.use} onClick={() => onUse(international)}>
          {t('phone.use', { number: international })}
        </button>
      )}
    </div>
  )
}

const HOME = 'vi'

/** The numbering plans are loaded with the first number; until then, and without them, the bare digits are shown. */
function useReading(typed: string): PhoneReading | null {
  const language = useLanguage()
  const [read, setRead] = useState<typeof readPhone | null>(null)
  const isNeeded = typed !== ''
  useEffect(() => {
    if (!isNeeded) return
    import('./phone-reading').then(
      (plans) => setRead(() => plans.readPhone),
      () => undefined,
    )
  }, [isNeeded])
  return read ? read(typed, likelyLanguages(language)) : bareReading(typed)
}

/** A browser's languages say where it is used; the interface says so only in the language of the home market. */
const likelyLanguages = (language: string): string[] =>
  language === HOME ? [HOME, ...navigator.languages] : [...navigator.languages, HOME]

function bareReading(typed: string): PhoneReading | null {
  const stored = cleanPhone(typed)
  if (stored === '' || phoneProblem(stored) !== null) return null
  const { main, tones } = phoneParts(stored)
  return { number: dialled(main), tones: tones.replace(/^,+/, ''), isUnlikely: false, international: null }
}
