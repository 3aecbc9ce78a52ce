import { DOMAIN_KINDS, type DomainKind, type Settings } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { InfoNote } from '../../ui/info-note'
import { showToast } from '../../ui/toasts'
import { useSaveSettings, useVerifyDomain } from './api'
import { DomainCard } from './domain-card'
import { changedKinds, editsOf, endedDomains, pairOf } from './domain-edit'
import styles from './settings.module.css'

type Errors = Partial<Record<DomainKind, string>>

/** Both domains with one way to save them; a domain that is saved is proven by a press of its own. */
export function DomainTab({ settings }: { settings: Settings }) {
  const { t } = useTranslation(['settings', 'common'])
  const [edits, setEdits] = useState(() => editsOf(settings))
  const [errors, setErrors] = useState<Errors>({})
  const [isAsking, setIsAsking] = useState(false)
  const save = useSaveSettings()
  const verify = useVerifyDomain()
  const changed = changedKinds(edits, settings)
  const ended = endedDomains(edits, settings)

  const fail = (error: unknown, kind?: DomainKind) => {
    const found = error instanceof ApiError ? error : null
    const beside = Object.fromEntries(
      DOMAIN_KINDS.map((each) => [
        each,
        found?.errors[`${each}Domain`] ?? (each === kind ? found?.message : undefined),
      ]).filter(([, text]) => text !== undefined),
    )
    setErrors(beside)
    const isShownBeside = Object.keys(beside).length > 0 && kind === undefined
    if (!isShownBeside) showToast({ kind: 'error', title: found?.message ?? t('common:unreadable-answer') })
  }

  /** True when they are stored. */
  async function store(kinds: readonly DomainKind[]): Promise<boolean> {
    setIsAsking(false)
    setErrors({})
    try {
      const change = Object.assign({}, ...kinds.map((kind) => pairOf(kind, edits[kind])))
      const stored = editsOf(await save.mutateAsync(change))
      setEdits((before) => ({ ...before, ...Object.fromEntries(kinds.map((kind) => [kind, stored[kind]])) }))
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }

  async function storeAndTell() {
    if (await store(changed)) showToast({ kind: 'success', title: t('saved') })
  }

  async function prove(kind: DomainKind) {
    if (changed.includes(kind) && !(await store([kind]))) return
    setErrors({})
    try {
      await verify.mutateAsync(pairOf(kind, edits[kind]))
      showToast({ kind: 'success', title: t('proven') })
    } catch (error) {
      fail(error, kind)
    }
  }

  return (
    <form
      className={styles.cards}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (changed.length === 0 || save.isPending) return
        if (ended.length > 0) setIsAsking(true)
        else void storeAndTell()
      }}
    >
      {settings.guidance === null && <InfoNote>{t('off')}</InfoNote>}
      {DOMAIN_KINDS.map((kind) => (
        <DomainCard
          key={kind}
          kind={kind}
          edit={edits[kind]}
          settings={settings}
          error={errors[kind]}
          isProving={verify.isPending && `${kind}Domain` in (verify.variables ?? {})}
          onChange={(edit) => {
            setErrors(({ [kind]: _gone, ...others }) => others)
            setEdits((before) => ({ ...before, [kind]: edit }))
          }}
          onProve={() => void prove(kind)}
        />
      ))}
      <div className={styles.foot}>
        <p className={styles.unsaved} role="status">
          {changed.length > 0 && t('unsaved')}
        </p>
        <Button
          variant="subtle"
          disabled={changed.length === 0}
          onClick={() => {
            setErrors({})
            setEdits(editsOf(settings))
          }}
        >
          {t('discard')}
        </Button>
        <Button type="submit" disabled={changed.length === 0} loading={save.isPending}>
          {t('save')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('stop.title')}
        text={t('stop.text', { domain: ended.join(', ') })}
        confirmLabel={t('stop.confirm')}
        isDangerous
        isPending={save.isPending}
        onConfirm={() => void storeAndTell()}
        onClose={() => setIsAsking(false)}
      />
    </form>
  )
}
