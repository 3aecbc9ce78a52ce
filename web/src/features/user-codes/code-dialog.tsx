import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import type { UserCode } from '@scanleaf/shared'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api-error'
import { LoadError } from '../../ui/load-error'
import { MantineIsland } from '../../ui/mantine-island'
import { type UserCodePage, userCodeQuery } from './api'
import styles from './code-dialog.module.css'
import { CodeFacts } from './code-facts'
import { CodePicture } from './code-picture'

export interface CodeDialogProps {
  /** The open code; none when the popup is closed. */
  codeId: string | undefined
  /** Opens with the target link in its field. */
  startsEditing: boolean
  onClose: () => void
}

/** The detail popup (spec §2): a dialog of 860 px, a sheet from the bottom on 960 px and less. */
export function CodeDialog({ codeId, startsEditing, onClose }: CodeDialogProps) {
  const { t } = useTranslation('user-codes')
  // What was shown last stays while the popup leaves.
  const [shownId, setShownId] = useState(codeId)
  if (codeId !== undefined && codeId !== shownId) setShownId(codeId)
  const code = useUserCode(shownId ?? '')
  const isStatic = code.data?.isDynamicCode === false
  return (
    <MantineIsland>
      <Modal
        opened={codeId !== undefined}
        onClose={onClose}
        centered
        title={
          <>
            <span className={styles.tile}>
              <IconWorld size={18} stroke={1.7} aria-hidden />
            </span>
            {t(isStatic ? 'detail.static' : 'detail.dynamic')}
          </>
        }
        closeButtonProps={{ 'aria-label': t('detail.close') }}
        // A header inside a dialog is no banner of the page.
        attributes={{ header: { role: 'presentation' } }}
        classNames={{
          content: styles.content ?? '',
          header: styles.header ?? '',
          title: styles.title ?? '',
          body: styles.body ?? '',
          inner: styles.inner ?? '',
          close: styles.close ?? '',
        }}
      >
        {code.data && (
          <div className={styles.columns}>
            <CodePicture key={code.data.id} code={code.data} />
            <CodeFacts key={`${code.data.id} facts`} code={code.data} startsEditing={startsEditing} />
          </div>
        )}
        {code.isPending && <DialogSkeleton />}
        {code.isError && !code.data && (
          <LoadError
            title={t('detail.load-error')}
            text={messageOf(code.error, '')}
            onRetry={() => code.refetch()}
          />
        )}
      </Modal>
    </MantineIsland>
  )
}

/** The code as the server has it now; until that comes, as a list on screen showed it. */
function useUserCode(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...userCodeQuery(id),
    enabled: id !== '',
    placeholderData: (): UserCode | undefined => {
      for (const [, page] of client.getQueriesData<UserCodePage>({ queryKey: ['user-codes', 'list'] })) {
        const found = page?.result.find((code) => code.id === id)
        if (found) return found
      }
      return undefined
    },
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
