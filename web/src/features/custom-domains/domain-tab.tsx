import { DOMAIN_KINDS, type DomainKind, type DomainSettings, formatList } from '@scanleaf/shared'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api/api-error'
import { useLanguage } from '../../lib/i18n/i18n'
import { useMay } from '../../lib/session/workspace'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import { InfoMessage } from '../../ui/message/info-message'
import { OperatorGuideLink } from '../../ui/page/operator-guide-link'
import { showToast } from '../../ui/toast/toasts'
import { useSaveSettings, useVerifyDomain } from './api'
import { changedKinds, editsOf, endedDomains, pairOf } from './domain-edit'
import { DomainSection } from './domain-section'
import styles from './settings.module.css'

type Errors = Partial<Record<DomainKind, string>>

/** Changes that need a second confirmation, as designs of codes may not scan with the new links. */
interface Refused {
  text: string
  goOn: () => void
}

/** Both domains with one save button; a saved domain is verified by a button of its own. */
export function DomainTab({ settings, isOperator }: { settings: DomainSettings; isOperator: boolean }) {
  const { t } = useTranslation(['settings', 'common'])
  const language = useLanguage()
  const mayWrite = useMay('domain:write')
  const [edits, setEdits] = useState(() => editsOf(settings))
  const [errors, setErrors] = useState<Errors>({})
  const [isAsking, setIsAsking] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const save = useSaveSettings()
  const verify = useVerifyDomain()
  const changed = changedKinds(edits, settings)
  const ended = endedDomains(edits, settings)

  const fail = (error: unknown, goOn: () => void, kind?: DomainKind) => {
    const found = error instanceof ApiError ? error : null
    if (found?.code === 'DesignsNotScannable') return setRefused({ text: found.message, goOn })
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

  /** True when they are stored; else `again` continues from here. */
  async function store(
    kinds: readonly DomainKind[],
    scanAnyway: boolean,
    again: () => void,
  ): Promise<boolean> {
    setIsAsking(false)
    setRefused(null)
    setErrors({})
    try {
      const change = Object.assign({ scanAnyway }, ...kinds.map((kind) => pairOf(kind, edits[kind])))
      const stored = editsOf(await save.mutateAsync(change))
      setEdits((before) => ({ ...before, ...Object.fromEntries(kinds.map((kind) => [kind, stored[kind]])) }))
      return true
    } catch (error) {
      fail(error, again)
      return false
    }
  }

  async function storeAndConfirm(scanAnyway = false) {
    const isStored = await store(changed, scanAnyway, () => void storeAndConfirm(true))
    if (isStored) showToast({ kind: 'success', title: t('saved') })
  }

  async function prove(kind: DomainKind, scanAnyway = false) {
    const again = () => void prove(kind, true)
    if (changed.includes(kind) && !(await store([kind], scanAnyway, again))) return
    setErrors({})
    setRefused(null)
    try {
      await verify.mutateAsync({ ...pairOf(kind, edits[kind]), scanAnyway })
      showToast({ kind: 'success', title: t('proven') })
    } catch (error) {
      fail(error, again, kind)
    }
  }

  return (
    <form
      className="stack gap-8"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (changed.length === 0 || save.isPending) return
        if (ended.length > 0) setIsAsking(true)
        else void storeAndConfirm()
      }}
    >
      {settings.guidance === null && (
        <InfoMessage>
          {isOperator ? (
            <>
              {t('off.operator')} <OperatorGuideLink page="domains-and-https" section="Custom domains" />
            </>
          ) : (
            t('off')
          )}
        </InfoMessage>
      )}
      {!mayWrite && (
        <Suspense>
          <ReadOnlyNote />
        </Suspense>
      )}
      <Card>
        <fieldset disabled={!mayWrite}>
          {DOMAIN_KINDS.map((kind) => (
            <DomainSection
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
        </fieldset>
      </Card>
      <div className={`row wrap gap-4 ${styles.foot}`} data-dock={changed.length > 0 || undefined}>
        <p className={`fill muted ${styles.unsaved}`} role="status">
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
        text={t('stop.text', { domain: formatList(ended, language) })}
        confirmLabel={t('stop.confirm')}
        isDangerous
        isPending={save.isPending}
        onConfirm={() => void storeAndConfirm()}
        onClose={() => setIsAsking(false)}
      />
      <ConfirmDialog
        isOpen={refused !== null}
        title={t('designs.title')}
        text={refused?.text ?? ''}
        confirmLabel={t('designs.confirm')}
        isPending={save.isPending || verify.isPending}
        onConfirm={() => refused?.goOn()}
        onClose={() => setRefused(null)}
      />
    </form>
  )
}

/** Its namespace is loaded only for whom it concerns. */
function ReadOnlyNote() {
  const { t } = useTranslation('workspaces')
  return <InfoMessage>{t('not-allowed.change')}</InfoMessage>
}
