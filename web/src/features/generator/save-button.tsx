import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button'
import styles from './save-button.module.css'
import type { Generator } from './state/use-generator'

const SignInPrompt = lazy(async () => ({ default: (await import('./sign-in-prompt')).SignInPrompt }))

const LABELS = { draft: 'generate', created: 'save', saved: 'save-changes' } as const

/** Creates the code; saves a static one that was created; says that it is saved, or saves what was changed since. */
export function SaveButton({ formId, generator }: { formId: string; generator: Generator }) {
  const { t } = useTranslation('generator')
  const { progress, saving } = generator
  const button = useRef<HTMLButtonElement>(null)
  if (progress.name === 'saved' && !saving.isChanged) {
    return (
      <span className={styles.saved}>
        <IconCheck size={18} stroke={2} aria-hidden />
        {t('saved')}
      </span>
    )
  }
  return (
    <div>
      <Button
        ref={button}
        type="submit"
        form={formId}
        size="lg"
        fullWidth
        loading={saving.isRunning}
        leftSection={progress.name === 'draft' ? <IconBolt size={18} stroke={1.7} aria-hidden /> : undefined}
      >
        {t(LABELS[progress.name])}
      </Button>
      {saving.needsSignIn && (
        <Suspense>
          <SignInPrompt anchorRef={button} onClose={saving.closeSignIn} />
        </Suspense>
      )}
    </div>
  )
}
