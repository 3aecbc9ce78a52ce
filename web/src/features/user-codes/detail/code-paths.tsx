import type { UserCode } from '@scanleaf/shared'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useConfig } from '../../../lib/config'
import { withoutProtocol } from '../../../lib/format/format'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { Allowed } from '../../../lib/session/allowed'
import { Button, IconButton } from '../../../ui/button/button'
import { CopyButton } from '../../../ui/button/copy-button'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { Property } from '../../../ui/properties/property'
import { showToast } from '../../../ui/toast/toasts'
import { AddPathDialog } from './add-path-dialog'
import styles from './code-paths.module.css'
import { useRemovePath } from './code-paths-api'

const hostOf = (address: string): string => new URL(address).host

/** Links under which a code was printed elsewhere; on a domain of its owner they can be added. */
export function CodePaths({ code }: { code: UserCode }) {
  const { t } = useTranslation('user-codes')
  const { codeHost } = useConfig()
  const [isAdding, setIsAdding] = useState(false)
  const linkHost = code.codeRedirect === null ? null : hostOf(code.codeRedirect)
  const domain = linkHost === hostOf(codeHost) ? null : linkHost
  if (linkHost === null || (domain === null && code.paths.length === 0)) return null
  return (
    <Property label={t('paths')} className={styles.paths}>
      {code.paths.length === 0 && <span className={styles.none}>{t('paths.none')}</span>}
      {code.paths.length > 0 && (
        <ul className="stack gap-1">
          {code.paths.map((address) => (
            <CodePath key={address} codeId={code.id} address={address} isOff={hostOf(address) !== domain} />
          ))}
        </ul>
      )}
      {domain !== null && (
        <Allowed to="codes:write">
          <Button
            variant="subtle"
            size="sm"
            className={styles.add}
            leftSection={<IconPlus size={15} stroke={1.8} aria-hidden />}
            onClick={() => setIsAdding(true)}
          >
            {t('paths.add')}
          </Button>
        </Allowed>
      )}
      {isAdding && domain !== null && (
        <AddPathDialog codeId={code.id} domain={domain} onClose={() => setIsAdding(false)} />
      )}
    </Property>
  )
}

interface CodePathProps {
  codeId: string
  address: string
  /** Its domain is not the owner's now. */
  isOff: boolean
}

function CodePath({ codeId, address, isOff }: CodePathProps) {
  const { t } = useTranslation(['user-codes', 'common'])
  const removal = useRemovePath(codeId)
  const [isAsking, setIsAsking] = useState(false)
  const link = withoutProtocol(address)

  const remove = () =>
    removal.mutate(address, {
      onSuccess: () => showToast({ kind: 'success', title: t('paths.removed') }),
      onError: (error) => {
        setIsAsking(false)
        showToast({ kind: 'error', title: messageOf(error, t('edit.failed')) })
      },
    })

  return (
    <li className={`gap-2 ${styles.line}`}>
      <span className={`fill ${styles.address}`}>
        <a href={address} target="_blank" rel="noopener noreferrer">
          <bdi dir="ltr">{link}</bdi>
        </a>
        {isOff && <small>{t('paths.off', { host: bidiIsolate(hostOf(address)) })}</small>}
      </span>
      <CopyButton value={address} size={32} />
      <Allowed to="codes:write">
        <IconButton
          size={32}
          aria-label={t('paths.remove', { link: bidiIsolate(link) })}
          onClick={() => setIsAsking(true)}
        >
          <IconX size={16} stroke={1.7} aria-hidden />
        </IconButton>
      </Allowed>
      <ConfirmDialog
        isOpen={isAsking}
        isDangerous
        title={t('paths.remove-title')}
        text={t('paths.remove-text')}
        confirmLabel={t('paths.remove-confirm')}
        isPending={removal.isPending}
        onConfirm={remove}
        onClose={() => setIsAsking(false)}
      >
        <p className={styles.asked}>
          <bdi dir="ltr">{link}</bdi>
        </p>
      </ConfirmDialog>
    </li>
  )
}
