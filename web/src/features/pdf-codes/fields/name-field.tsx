import { cleanLine } from '@scanleaf/qr'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { type ComponentPropsWithoutRef, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { withoutProtocol } from '../../../lib/format/format'
import { fieldText } from '../../../lib/forms/field-text'
import box from '../../../ui/field/text-field.module.css'
import styles from './name-field.module.css'
import { type NameState, nameIssue } from './use-name-check'

export interface NameFieldProps {
  name: string
  state: NameState
  /** Replaces the message of the check. */
  error?: string | undefined
  onChange: (name: string) => void
}

/** The custom URL behind the fixed address of the pages, and whether it is free. */
export function NameField({ name, state, error, onChange }: NameFieldProps) {
  const { t } = useTranslation(['pdf-codes', 'errors'])
  const isWrong = error !== undefined || isRefused(state)
  return (
    <NameFrame
      isWrong={isWrong}
      isGood={state === 'available' && !isWrong}
      message={error ?? messageOf(state)}
      input={{
        name: 'name',
        value: name,
        required: true,
        onChange: (event) => onChange(cleanLine(event.currentTarget.value)),
      }}
      end={
        <>
          {state === 'checking' && <span className={styles.spinner} aria-hidden />}
          {state === 'available' && !isWrong && (
            <IconCheck className={styles.good} size={18} stroke={1.7} aria-hidden />
          )}
        </>
      }
    />
  )

  function messageOf(of: NameState): string {
    if (of === 'available') return t('url-available')
    if (of === 'url-not-available') return t('url-not-available')
    if (of === 'checking') return t('url-checking')
    if (of === 'unknown') return t('url-unknown')
    return of === 'neutral' ? t('name.hint') : fieldText(t, nameIssue(of))
  }
}

const isRefused = (state: NameState): boolean =>
  state === 'url-not-available' || state === 'invalid-pdf-name' || state === 'too-long'

/** The custom URL of a code that is made: it is printed, so it stays. */
export function LockedName({ name }: { name: string }) {
  const { t } = useTranslation('pdf-codes')
  return (
    <NameFrame
      isWrong={false}
      isGood={false}
      message={t('name.locked')}
      input={{ name: 'name', value: name, readOnly: true }}
      end={<IconLock className={styles.lock} size={17} stroke={1.7} aria-hidden />}
    />
  )
}

interface FrameProps {
  isWrong: boolean
  isGood: boolean
  message: string
  input: ComponentPropsWithoutRef<'input'>
  end: ReactNode
}

function NameFrame({ isWrong, isGood, message, input, end }: FrameProps) {
  const { t } = useTranslation('pdf-codes')
  const id = useId()
  const { pdfHost } = useConfig()
  return (
    <div>
      <label className={`small ${box.label}`} htmlFor={id}>
        {t('name')}
        {input.required && <b aria-hidden="true"> *</b>}
      </label>
      <div className={`row ${box.box}`} dir="ltr">
        <span className={`muted clip ${box.start}`} title={pdfHost}>
          {withoutProtocol(pdfHost)}/
        </span>
        <input
          {...input}
          id={id}
          className={`fill ${box.input} ${styles.input}`}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-message`}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {end}
      </div>
      <p
        id={`${id}-message`}
        role="status"
        className={`fine muted ${styles.message}`}
        data-kind={isWrong ? 'wrong' : isGood ? 'good' : undefined}
      >
        {message}
      </p>
    </div>
  )
}
