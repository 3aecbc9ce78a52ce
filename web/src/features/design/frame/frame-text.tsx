import { graphemesOf, MAX_FRAME_TEXT } from '@scanleaf/qr'
import { CALLS_TO_ACTION, type Language, languageOf } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/field/text-field'
import type { Suggestions } from './calls-to-action'
import styles from './frame-choice.module.css'

export interface FrameTextProps {
  text: string
  language: Language
  calls: Suggestions
  error: string | undefined
  onChange: (text: string) => void
}

/** The call to action: typed, or one of the suggestions in its language. */
export function FrameText({ text, language, calls, error, onChange }: FrameTextProps) {
  const { t } = useTranslation('design')
  const { dir } = languageOf(language)
  return (
    <div>
      <TextField
        label={t('frame.text')}
        value={text}
        lang={language}
        dir="auto"
        autoComplete="off"
        error={error}
        hint={
          <span className={styles.count}>
            {t('logo.text-count', { used: graphemesOf(text).length, most: MAX_FRAME_TEXT })}
          </span>
        }
        // Whole grapheme clusters: no mark is separated from its letter.
        onChange={(event) =>
          onChange(graphemesOf(event.currentTarget.value).slice(0, MAX_FRAME_TEXT).join(''))
        }
      />
      <fieldset className={`wrap gap-3 ${styles.calls}`} lang={language} dir={dir}>
        <legend className="visually-hidden">{t('frame.suggestions')}</legend>
        {CALLS_TO_ACTION.map((call) => {
          const { [call]: words } = calls
          return (
            words !== undefined && (
              <button
                key={call}
                type="button"
                className={`muted ${styles.call}`}
                aria-pressed={words === text}
                onClick={() => onChange(words)}
              >
                {words}
              </button>
            )
          )
        })}
      </fieldset>
    </div>
  )
}
