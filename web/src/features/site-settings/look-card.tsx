import { accentProblem, type SiteSettings } from '@scanleaf/shared'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../lib/api/api-error'
import { useForm } from '../../lib/forms/use-form'
import { IMAGE_TYPES, imageProblem } from '../../lib/image-file'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { TextField } from '../../ui/field/text-field'
import { FileInput } from '../../ui/file-drop/file-input'
import { ErrorMessage } from '../../ui/message/error-message'
import { BrandMark } from '../../ui/page/brand-mark'
import { showToast } from '../../ui/toast/toasts'
import { useSetLogo, useUpdate } from './api'
import { SaveButton } from './save-button'
import styles from './site-settings.module.css'
import { useFixedHint } from './use-fixed-hint'

/** That of the product. */
const GREEN = '#0C7D4B'

const textsOf = ({ appName, accent }: SiteSettings) => ({
  appName: appName.value,
  accent: accent.value ?? '',
})

/** Name, accent and logo; another look is seen from the next page on. */
export function LookCard({ settings }: { settings: SiteSettings }) {
  const { t } = useTranslation(['site-settings', 'account'])
  const fixedHint = useFixedHint()
  const update = useUpdate()
  const { appName, accent } = settings
  const form = useForm({
    initial: textsOf(settings),
    check: ({ appName: name, accent: color }) => {
      const problem = color === '' ? null : accentProblem(color.toLowerCase())
      return {
        ...(name === '' && { appName: { code: 'required' } }),
        ...(problem && { accent: { code: problem } }),
      }
    },
    submit: async (values) => {
      const saved = await update.mutateAsync({
        ...(appName.fixedBy === null && values.appName !== appName.value && { appName: values.appName }),
        ...(accent.fixedBy === null && { accent: values.accent === '' ? null : values.accent }),
      })
      form.reset(textsOf(saved))
      showToast({ kind: 'success', title: t('account:saved') })
    },
  })
  const shown = form.values.accent.toLowerCase()
  return (
    <Card isPadded aria-labelledby="site-look">
      <form className="stack gap-8" onSubmit={form.onSubmit} noValidate>
        <h2 id="site-look">{t('look')}</h2>
        <ErrorMessage text={form.failure} />
        <div className={`gap-8 ${styles.pair}`}>
          <TextField
            {...form.field('appName')}
            label={t('app-name')}
            maxLength={40}
            hint={fixedHint(appName.fixedBy)}
            disabled={appName.fixedBy !== null}
            required
          />
          <TextField
            {...form.field('accent')}
            label={t('accent')}
            dir="ltr"
            maxLength={7}
            placeholder={GREEN}
            spellCheck={false}
            hint={fixedHint(accent.fixedBy) ?? t('accent.hint')}
            disabled={accent.fixedBy !== null}
            end={
              accentProblem(shown) === null && (
                <svg className={styles.swatch} viewBox="0 0 1 1" aria-hidden="true">
                  <rect width="1" height="1" fill={shown} />
                </svg>
              )
            }
          />
        </div>
        <LogoField logo={settings.logo} />
        <SaveButton form={form} />
      </form>
    </Card>
  )
}

function LogoField({ logo }: { logo: SiteSettings['logo'] }) {
  const { t } = useTranslation(['site-settings', 'account', 'errors', 'common'])
  const inputRef = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const set = useSetLogo()

  async function change(file: File | null) {
    const found = file && (await imageProblem(file))
    if (found) return setProblem(t(`errors:field.${found}`))
    setProblem(null)
    try {
      await set.mutateAsync(file)
    } catch (error) {
      const own = error instanceof ApiError ? error.errors['logo'] : undefined
      setProblem(own ?? messageOf(error, t('common:unreadable-answer')))
    }
  }

  return (
    <div className="row wrap gap-8">
      {logo.value === null ? (
        <BrandMark size={48} />
      ) : (
        <img className={styles.logo} src={logo.value} width={48} height={48} alt={t('logo')} />
      )}
      <div className="stack gap-2 fill">
        <div className="row wrap gap-4">
          <FileInput ref={inputRef} accept={IMAGE_TYPES} onFile={(file) => void change(file)} />
          <Button
            variant="default"
            size="sm"
            loading={set.isPending}
            onClick={() => inputRef.current?.click()}
          >
            {t('logo.choose')}
          </Button>
          {logo.value !== null && (
            <Button variant="subtle" size="sm" disabled={set.isPending} onClick={() => void change(null)}>
              {t('logo.remove')}
            </Button>
          )}
        </div>
        <p className={`fine ${problem === null ? 'muted' : styles.failed}`} role="status">
          {problem ?? t('account:photo.rule')}
        </p>
      </div>
    </div>
  )
}
