import { useMediaQuery } from '@mantine/hooks'
import { LANGUAGES, type Language, type PageBlockType, type PageOfCode } from '@scanleaf/shared'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useConfirmed } from '../../../lib/api/confirmation'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Select } from '../../../ui/field/select-field'
import { SegmentedControl } from '../../../ui/segmented-control/segmented-control'
import { showToast } from '../../../ui/toast/toasts'
import { type Fields, FieldsContext } from '../fields/fields-context'
import { PicturesContext } from '../fields/picture-field'
import { useSayRemoved } from '../fields/row-list'
import type { PageSlots } from '../slots'
import { BLOCKS } from '../state/blocks'
import { BlockList, type Selected } from './block-list'
import { BlockPanel } from './block-panel'
import { ConflictBanner } from './conflict-banner'
import styles from './editor.module.css'
import { EditorHeader } from './editor-header'
import { Preview } from './preview'
import { PublishBar } from './publish-bar'
import { useLeftPlaces, usePageDraft } from './use-page-draft'
import { usePagePictures } from './use-page-pictures'
import { VersionsDialog } from './versions-dialog'

/** A page while it is edited: its parts, the fields of one, and the page itself. */
export function Editor({ saved, slots }: { saved: PageOfCode; slots: PageSlots }) {
  const { t } = useTranslation(['page-editor', 'pages', 'content-types', 'common', 'errors'])
  const screenLanguage = useLanguage()
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const { draft, state } = usePageDraft(saved)
  const pictures = usePagePictures(saved)
  const left = useLeftPlaces()
  const unreadable = useUnreadablePrices()
  const publication = usePublication(() => draft.publish(confirmed))
  const confirmed = useConfirmed()
  const sayRemoved = useSayRemoved()
  const [selected, setSelected] = useState<Selected | null>(isPhone ? null : 'head')
  const writtenId = useId()
  const [view, setView] = useState<'blocks' | 'preview'>('blocks')
  const [showsVersions, setShowsVersions] = useState(false)
  const [announced, setAnnounced] = useState('')
  const [written, setWritten] = useState<Language | null>(null)
  const { page, keys, problems } = state
  const languages = page.languages as Language[]
  const language = chosenOf(languages, written, screenLanguage)
  const at = selected === null ? -1 : keys.indexOf(selected)
  const block = page.blocks[at]
  const faults = Object.keys(problems).filter(left.isLeft).length + unreadable.ids.size

  const fields: Fields = {
    language,
    languages,
    problems,
    hiddenPdfs: state.saved.hiddenPdfs,
    isLeft: left.isLeft,
    leave: left.leave,
    changeItem: (id, values) => draft.changeItem(id, values),
    reportPrice: unreadable.report,
  }

  function add(type: PageBlockType) {
    setSelected(draft.addBlock(BLOCKS[type].make()))
  }

  function move(from: number, to: number) {
    const moved = page.blocks[from]
    if (!moved || from === to) return
    draft.moveBlock(from, to)
    left.forget()
    setAnnounced(t('moved', { name: t(BLOCKS[moved.type].name), place: to + 1, total: keys.length }))
  }

  function remove() {
    if (!block) return
    draft.removeBlock(at)
    left.forget()
    setSelected(isPhone ? null : 'head')
    sayRemoved(t(BLOCKS[block.type].name), () => setSelected(draft.addBlock(block, at)))
  }

  /** Of the first thing that is wrong. */
  function showFault() {
    left.all()
    const [place = ''] = Object.keys(draft.state().problems)
    const wrong = /^blocks\.(\d+)/.exec(place)?.[1]
    if (place !== '') setSelected(wrong === undefined ? 'head' : (keys[Number(wrong)] ?? null))
    // After the fields of that part are there.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`#page-fields [aria-invalid="true"]`)?.focus(),
    )
  }

  async function publish() {
    if (unreadable.ids.size > 0) return showFault()
    const isDone = await publication.run()
    if (isDone) {
      const isHeld = draft.state().saved.review?.decision === null
      showToast({ kind: 'success', title: t(isHeld ? 'held.toast' : 'published.toast') })
    } else if (Object.keys(draft.state().problems).length > 0) showFault()
  }

  const panel = selected !== null && (
    <PicturesContext value={pictures}>
      <BlockPanel
        key={selected}
        page={page}
        at={at}
        hasBack={isPhone}
        slots={slots}
        onPage={(next) => draft.change(() => next)}
        onBlock={(next) => draft.changeBlock(selected, next)}
        onMove={(to) => move(at, to)}
        onRemove={remove}
        onClose={() => setSelected(null)}
      />
    </PicturesContext>
  )
  const list = (
    <BlockList state={state} selected={selected} onSelect={setSelected} onMove={move} onAdd={add} />
  )
  const preview = <Preview state={state} language={language} block={block ? at : null} />
  return (
    <FieldsContext value={fields}>
      <EditorHeader state={state} onRetry={() => void draft.save()} />
      {state.status === 'conflict' && <ConflictBanner draft={draft} />}
      <div className={`row wrap gap-6 ${styles.toolbar}`}>
        {isPhone && (
          <SegmentedControl
            label={t('preview')}
            options={[
              { value: 'blocks', label: t('blocks') },
              { value: 'preview', label: t('preview') },
            ]}
            value={view}
            onChange={setView}
          />
        )}
        {languages.length > 1 && (
          <label className="row gap-4 small muted" htmlFor={writtenId}>
            {t('written-in')}
            <Select
              isSmall
              id={writtenId}
              value={language}
              onChange={(event) => setWritten(event.currentTarget.value as Language)}
            >
              {languages.map((code) => (
                <option key={code} value={code}>
                  {LANGUAGES.find((each) => each.code === code)?.name}
                </option>
              ))}
            </Select>
          </label>
        )}
      </div>
      {isPhone ? (
        <div className={styles.phoneColumns}>{view === 'preview' ? preview : panel || list}</div>
      ) : (
        <div className={styles.columns}>
          {list}
          {panel}
          {preview}
        </div>
      )}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      <PublishBar
        state={state}
        isPublishing={publication.isRunning}
        failure={
          publication.failure ??
          (state.status === 'failed' ? messageOf(state.error, t('common:no-answer')) : null)
        }
        faults={faults}
        onPublish={() => void publish()}
        onVersions={() => setShowsVersions(true)}
      />
      {showsVersions && (
        <VersionsDialog
          page={state.saved}
          onRestored={(restored) => {
            draft.place(restored)
            setShowsVersions(false)
            showToast({ kind: 'success', title: t('versions.restored') })
          }}
          onClose={() => setShowsVersions(false)}
        />
      )}
    </FieldsContext>
  )
}

/** The language that is written: the chosen one, else that of the screen, else the first of the page. */
const chosenOf = (languages: readonly Language[], written: Language | null, screen: Language): Language =>
  [written, screen].find((each): each is Language => each !== null && languages.includes(each)) ??
  languages[0] ??
  screen

/** Items whose price was left without being one. */
function useUnreadablePrices() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    ids,
    report: (id: string, isUnreadable: boolean) =>
      setIds((before) => {
        if (before.has(id) === isUnreadable) return before
        const next = new Set(before)
        if (isUnreadable) next.add(id)
        else next.delete(id)
        return next
      }),
  }
}

function usePublication(publish: () => Promise<boolean>) {
  const { t } = useTranslation('common')
  const [isRunning, setIsRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function run(): Promise<boolean> {
    setIsRunning(true)
    setFailure(null)
    try {
      return await publish()
    } catch (error) {
      setFailure(messageOf(error, t('no-answer')))
      return false
    } finally {
      setIsRunning(false)
    }
  }
  return { isRunning, failure, run }
}
