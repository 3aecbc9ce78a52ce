import { CAMPAIGN_PARAMETERS, isPassedName, MAX_PASSED_NAMES } from '@scanleaf/shared'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button/button'
import { TextField } from '../../ui/field/text-field'
import styles from './fields.module.css'

export interface PassedFieldsProps {
  names: readonly string[]
  isReadOnly: boolean
  onChange: (names: string[]) => void
}

/** The names of the query parameters that a code hands on, whichever rule applies. */
export function PassedFields({ names, isReadOnly, onChange }: PassedFieldsProps) {
  const { t } = useTranslation(['link-rules', 'campaign'])
  const [typed, setTyped] = useState('')
  const [isInvalid, setIsInvalid] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const mayAdd = !isReadOnly && names.length < MAX_PASSED_NAMES

  function add(event: FormEvent) {
    event.preventDefault()
    const name = typed.trim()
    setIsInvalid(!isPassedName(name))
    field.current?.focus()
    if (!isPassedName(name)) return
    if (!names.includes(name)) onChange([...names, name])
    setTyped('')
  }

  return (
    <section className={styles.passed} aria-labelledby="passed-names">
      <h3 id="passed-names">{t('pass.title')}</h3>
      <p className="small muted">{t('pass.text')}</p>
      <div className={styles.toggles}>
        {names.map((name) => (
          <span key={name} className={`row small gap-2 ${styles.chip}`}>
            <bdi dir="ltr">{name}</bdi>
            {!isReadOnly && (
              <IconButton
                size={24}
                aria-label={t('remove', { what: name })}
                onClick={() => onChange(names.filter((each) => each !== name))}
              >
                <IconX size={14} stroke={1.7} aria-hidden />
              </IconButton>
            )}
          </span>
        ))}
        {mayAdd && !names.includes(CAMPAIGN_PARAMETERS) && (
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconPlus size={15} stroke={1.7} aria-hidden />}
            onClick={() => onChange([...names, CAMPAIGN_PARAMETERS])}
          >
            {t('campaign:title')} <bdi dir="ltr">({CAMPAIGN_PARAMETERS})</bdi>
          </Button>
        )}
      </div>
      {mayAdd && (
        <form className={`row wrap gap-4 ${styles.newName}`} onSubmit={add} noValidate>
          <TextField
            ref={field}
            label={t('pass.name')}
            dir="ltr"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_TYPED}
            error={isInvalid ? t('pass.invalid') : undefined}
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value)
              setIsInvalid(false)
            }}
          />
          <Button variant="default" type="submit" disabled={typed.trim() === ''}>
            {t('pass.add')}
          </Button>
        </form>
      )}
    </section>
  )
}

const MAX_TYPED = 60
