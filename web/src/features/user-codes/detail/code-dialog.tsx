import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../../lib/api/api-error'
import { useDeferredData } from '../../../lib/use-deferred-data'
import { Dialog } from '../../../ui/dialog/dialog'
import { TrialStrip } from '../../../ui/qr/trial-strip'
import { LoadError } from '../../../ui/state/load-error'
import { menuActionsOf } from '../actions/action-list'
import { MoreActionsMenu } from '../actions/row-actions'
import { useCodeActions } from '../actions/use-code-actions'
import { listedCode, userCodeQuery } from '../api'
import { codeName } from '../code-content'
import { ContentTypeIcon } from '../content-type-label'
import type { CodesSlots } from '../slots'
import styles from './code-dialog.module.css'
import { CodePicture } from './code-image'
import { CodeName } from './code-name'
import { CodeProperties } from './code-properties'
import { MainJob } from './main-job'
import { type UnsavedEdits, UnsavedEditsProvider } from './unsaved-edits'

export interface CodeDialogProps {
  /** The open code; none when the popup is closed. */
  codeId: string | undefined
  /** Opens with the target link in its field. */
  startsEditing: boolean
  slots: CodesSlots
  /** Shows another code, as a copy of this one. */
  onOpen: (id: string) => void
  onClose: () => void
  /** Asks whether to delete the code; without it the code is not deleted from here. */
  onDelete?: ((id: string) => void) | undefined
}

/** The detail popup (spec §2): a dialog of 860 px, a sheet from the bottom on 960 px and less. */
export function CodeDialog({ codeId, startsEditing, slots, onOpen, onClose, onDelete }: CodeDialogProps) {
  const { t } = useTranslation('user-codes')
  const query = useUserCode(codeId ?? '', codeId !== undefined)
  const act = useCodeActions(onOpen)
  const code = query.data
  const shown = useDeferredData(code)
  const isMissing = query.error instanceof ApiError && query.error.statusCode === 404
  const { Elsewhere } = slots
  const [unsaved] = useState<UnsavedEdits>(() => new Set())

  function close() {
    if (unsaved.size === 0) onClose()
    else for (const ask of unsaved) ask()
  }

  const dialog = (
    <Dialog
      title={code ? codeName(code) : t('detail.title')}
      opened={codeId !== undefined}
      size={860}
      look="wide"
      icon={<ContentTypeIcon contentType={code?.contentType ?? ''} size={18} />}
      badge={
        code && (
          <>
            <CodeName key={code.id} code={code} />
            <MoreActionsMenu
              name={codeName(code)}
              actions={onDelete ? [...menuActionsOf(code), 'delete'] : menuActionsOf(code)}
              size={36}
              onAction={(name) => (name === 'delete' ? onDelete?.(code.id) : act(name, code))}
            />
          </>
        )
      }
      onClose={close}
    >
      {shown && <TrialStrip link={shown.codeRedirect} className={styles.trial} />}
      {shown && (
        <div className={styles.columns}>
          <MainJob key={`${shown.id} main`} code={shown} startsEditing={startsEditing} slots={slots} />
          <CodePicture key={shown.id} code={shown} DesignDialog={slots.DesignDialog} />
          <CodeProperties key={`${shown.id} rest`} code={shown} />
        </div>
      )}
      {!shown && !query.isError && <DialogSkeleton />}
      {query.isError && !code && (
        <LoadError
          title={t('detail.load-error')}
          text={messageOf(query.error, '')}
          onRetry={() => query.refetch()}
        />
      )}
      {isMissing && codeId !== undefined && Elsewhere && (
        <Suspense>
          <Elsewhere codeId={codeId} />
        </Suspense>
      )}
    </Dialog>
  )
  return <UnsavedEditsProvider value={unsaved}>{dialog}</UnsavedEditsProvider>
}

/** The code as the server has it now; until that comes, as a list on screen showed it. */
function useUserCode(id: string, isOpen: boolean) {
  const client = useQueryClient()
  return useQuery({
    ...userCodeQuery(id),
    // A closed popup requests nothing: its code may be gone.
    enabled: isOpen,
    placeholderData: () => listedCode(client, id),
  })
}

function DialogSkeleton() {
  const { t } = useTranslation('common')
  return (
    <div className={styles.columns} role="status" aria-label={t('loading')}>
      <div className={styles.main}>
        <i className={styles.boneLine} />
        <i className={styles.boneStat} />
      </div>
      <div className={`stack gap-7 ${styles.side}`}>
        <i className={styles.bonePaper} />
        <i className={styles.boneButton} />
      </div>
      <div className={styles.rest}>
        <i className={styles.boneLine} />
        <i className={styles.boneLine} />
        <i className={styles.boneLine} />
      </div>
    </div>
  )
}
