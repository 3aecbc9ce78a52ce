import type { LinkRules } from '@scanleaf/shared'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { useBlocker } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'
import { useMay } from '../../lib/session/workspace'
import { websiteOf } from '../../lib/stored-content'
import { Button } from '../../ui/button/button'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import { ErrorMessage } from '../../ui/message/error-message'
import { InfoMessage } from '../../ui/message/info-message'
import { TestBench } from './bench/test-bench'
import { localNow, zoneOf } from './bench/tried-draft'
import { CompareDialog } from './compare-dialog'
import { ConflictNote, conflictTitle } from './conflict-note'
import { draftOf } from './draft/draft'
import { useDraft } from './draft/use-draft'
import styles from './editor.module.css'
import { MAX_RULES, type OpenKeys, RuleList } from './rule-list'
import { type RuledCode, RulesHead } from './rules-head'
import { rulesOf, type Template, Templates } from './templates'
import { useSaving } from './use-saving'

const DAY_MS = 86_400_000
const NONE_OPEN: OpenKeys = { open: null, fresh: null }

export interface RulesEditorProps {
  code: RuledCode
  /** As the server has them. */
  stored: LinkRules
}

/** The rules of a code as they are typed: nothing is live before it is saved. */
export function RulesEditor({ code, stored }: RulesEditorProps) {
  const { t } = useTranslation('link-rules')
  const language = useLanguage()
  const mayWrite = useMay('codes:write')
  const isReadOnly = !mayWrite || code.takedown !== null
  // Rules that come later, by another tab, are not put over what is typed.
  const [base, setBase] = useState(stored)
  const [baseDraft, setBaseDraft] = useState(() => draftOf(stored))
  const steps = useDraft(baseDraft)
  const { draft, isChanged } = steps
  const [openKeys, setOpenKeys] = useState<OpenKeys>(NONE_OPEN)
  const root = useRef<HTMLDivElement>(null)
  const benchTitle = useRef<HTMLHeadingElement>(null)
  const saving = useSaving(code.id, (saved) => begin(saved))
  const [isComparing, setIsComparing] = useState(false)
  /** The focus goes to the first field that something is wrong with. */
  const [isFaulty, setIsFaulty] = useState(false)
  const blocker = useBlocker({
    // Another language is the same screen.
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })

  function begin(rules: LinkRules) {
    const next = draftOf(rules)
    setBase(rules)
    setBaseDraft(next)
    steps.restart(next)
    setOpenKeys(NONE_OPEN)
  }

  // Fields take the focus again once nothing is being saved.
  useEffect(() => {
    if (!isFaulty || saving.isPending) return
    root.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button')?.focus()
    setIsFaulty(false)
  }, [isFaulty, saving.isPending])

  // Without anything typed, what another tab or person saved is shown as it comes.
  useEffect(() => {
    if (!isChanged && stored.revision > base.revision) begin(stored)
  })

  /** @param revision that is replaced: of a conflict the newer one */
  const save = (revision: number) =>
    saving.save(draft, revision, (place) => {
      const rule = draft.rules[place]
      if (rule) setOpenKeys({ open: rule.key, fresh: null })
      setIsFaulty(true)
    })

  function choose(template: Template) {
    const zone = zoneOf(draft)
    const tomorrow = new Date(Date.parse(`${localNow(zone).slice(0, 10)}Z`) + DAY_MS)
      .toISOString()
      .slice(0, 10)
    const added = rulesOf(template, t, `${tomorrow}T00:00`, language === 'en' ? 'ko' : 'en')
    const key = added[0]?.key ?? null
    steps.change({ ...draft, rules: [...draft.rules, ...added] })
    saving.forget('')
    setOpenKeys({ open: key, fresh: key })
  }

  function onKeyDown(event: KeyboardEvent) {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping) return
    if (!steps.canUndo) return
    event.preventDefault()
    steps.undo()
  }

  const { conflict } = saving
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of what the button Undo does
    <div ref={root} onKeyDown={onKeyDown} className={styles.editor}>
      <RulesHead code={code}>
        {!isReadOnly && (
          <div className={`row gap-4 ${styles.actions}`} data-dock>
            <Button
              variant="subtle"
              className={styles.tryIt ?? ''}
              leftSection={<IconPlayerPlay size={16} stroke={1.7} aria-hidden />}
              onClick={() => {
                benchTitle.current?.scrollIntoView({ block: 'start' })
                benchTitle.current?.focus({ preventScroll: true })
              }}
            >
              {t('bench.try')}
            </Button>
            {steps.canUndo && (
              <Button
                variant="subtle"
                className={styles.wordy ?? ''}
                leftSection={<IconArrowBackUp className="flip" size={17} stroke={1.7} aria-hidden />}
                onClick={steps.undo}
              >
                <span>{t('undo')}</span>
              </Button>
            )}
            {isChanged && (
              <Button variant="subtle" className={styles.discard ?? ''} onClick={() => begin(base)}>
                {t('discard')}
              </Button>
            )}
            <Button
              className={styles.save ?? ''}
              disabled={!isChanged}
              loading={saving.isPending}
              onClick={() => save(base.revision)}
            >
              {t('save')}
            </Button>
          </div>
        )}
      </RulesHead>
      {code.takedown && <InfoMessage>{t('taken-down')}</InfoMessage>}
      {!code.takedown && !mayWrite && <InfoMessage>{t('read-only')}</InfoMessage>}
      {conflict && <ConflictNote who={conflict.who} onCompare={() => setIsComparing(true)} />}
      <ErrorMessage text={saving.problem} />
      {!isReadOnly && draft.rules.length < MAX_RULES && <Templates onChoose={choose} />}
      <div className={styles.columns}>
        <RuleList
          code={code}
          draft={draft}
          tickets={stored.tickets}
          isReadOnly={isReadOnly}
          isSaving={saving.isPending}
          openKeys={openKeys}
          setOpenKeys={setOpenKeys}
          errorOf={saving.errorOf}
          onChange={(next, field, place) => {
            steps.change(next, field === undefined ? null : `${place} ${field}`)
            saving.forget(field === undefined ? '' : `rules.rules.${place}.${field}`)
          }}
          onStart={() => choose('meals')}
        />
        <TestBench
          draft={draft}
          tickets={stored.tickets}
          ownTarget={websiteOf(code) ?? ''}
          titleRef={benchTitle}
        />
      </div>
      {conflict && isComparing && (
        <CompareDialog
          title={conflictTitle(t, conflict.who)}
          theirs={conflict.stored}
          mine={draft}
          onUse={() => {
            begin(conflict.stored)
            saving.settle()
            setIsComparing(false)
          }}
          onKeep={() => {
            setBase(conflict.stored)
            setIsComparing(false)
            save(conflict.stored.revision)
          }}
          onClose={() => setIsComparing(false)}
        />
      )}
      <ConfirmDialog
        isOpen={blocker.status === 'blocked'}
        title={t('leave.title')}
        text={t('leave.text')}
        confirmLabel={t('leave.confirm')}
        isDangerous
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      />
    </div>
  )
}
