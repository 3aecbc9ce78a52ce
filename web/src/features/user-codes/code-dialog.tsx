import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api-error'
import { LoadError } from '../../ui/load-error'
import { MantineIsland } from '../../ui/mantine-island'
import { listedCode, userCodeQuery } from './api'
import { codeName } from './code-content'
import styles from './code-dialog.module.css'
import { CodeFacts } from './code-facts'
import { CodePicture } from './code-picture'
import { ContentTypeIcon } from './content-type-label'
import { MoreActs } from './row-actions'
import { menuActsOf } from './row-acts'
import type { CodesSlots } from './slots'
import { useCodeActs } from './use-code-acts'

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
  // What was shown last stays while the popup leaves.
  const [shownId, setShownId] = useState(codeId)
  if (codeId !== undefined && codeId !== shownId) setShownId(codeId)
  const query = useUserCode(shownId ?? '', codeId !== undefined)
  const act = useCodeActs(onOpen)
  const code = query.data
  return (
    <MantineIsland>
      <Modal.Root
        opened={codeId !== undefined}
        onClose={onClose}
        centered
        radius={20}
        transitionProps={{ transition: 'pop', duration: 200 }}
        classNames={{ content: styles.content ?? '', inner: styles.inner ?? '' }}
      >
        <Modal.Overlay color="var(--scrim)" backgroundOpacity={1} />
        <Modal.Content>
          <Modal.Header className={styles.header} role="presentation">
            <Modal.Title className={styles.title} tabIndex={-1} data-autofocus>
              <span className={styles.tile}>
                <ContentTypeIcon contentType={code?.contentType ?? ''} size={18} />
              </span>
              {t(code?.isDynamicCode === false ? 'detail.static' : 'detail.dynamic')}
            </Modal.Title>
            {code && (
              <MoreActs
                name={codeName(code)}
                acts={onDelete ? [...menuActsOf(code), 'delete'] : menuActsOf(code)}
                size={36}
                onAct={(name) => (name === 'delete' ? onDelete?.(code.id) : act(name, code))}
              />
            )}
            <Modal.CloseButton className={styles.close} aria-label={t('detail.close')} />
          </Modal.Header>
          <Modal.Body className={styles.body}>
            {code && (
              <div className={styles.columns}>
                <CodePicture key={code.id} code={code} DesignDialog={slots.DesignDialog} />
                <CodeFacts
                  key={`${code.id} facts`}
                  code={code}
                  startsEditing={startsEditing}
                  ScanPanel={slots.ScanPanel}
                  PdfFacts={slots.PdfFacts}
                />
              </div>
            )}
            {query.isPending && <DialogSkeleton />}
            {query.isError && !code && (
              <LoadError
                title={t('detail.load-error')}
                text={messageOf(query.error, '')}
                onRetry={() => query.refetch()}
              />
            )}
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </MantineIsland>
  )
}

/** The code as the server has it now; until that comes, as a list on screen showed it. */
function useUserCode(id: string, isOpen: boolean) {
  const client = useQueryClient()
  return useQuery({
    ...userCodeQuery(id),
    // A closed popup asks for nothing: its code may be gone.
    enabled: isOpen,
    placeholderData: () => listedCode(client, id),
  })
}

function DialogSkeleton() {
  const { t } = useTranslation('common')
  return (
    <div className={styles.columns} role="status" aria-label={t('loading')}>
      <div className={styles.side}>
        <i className={styles.bonePaper} />
        <i className={styles.boneButton} />
      </div>
      <div className={styles.facts}>
        <i className={styles.boneStat} />
        <i className={styles.boneLine} />
        <i className={styles.boneLine} />
        <i className={styles.boneLine} />
      </div>
    </div>
  )
}
