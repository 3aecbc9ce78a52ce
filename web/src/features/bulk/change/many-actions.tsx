import { formatNumber } from '@scanleaf/shared'
import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs'
import IconArrowsSplit2 from '@tabler/icons-react/dist/esm/icons/IconArrowsSplit2.mjs'
import IconBrush from '@tabler/icons-react/dist/esm/icons/IconBrush.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import IconTag from '@tabler/icons-react/dist/esm/icons/IconTag.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import type { DesignDialogProps } from '../../../lib/qr/design-dialog'
import { codeLabels } from '../../../lib/qr/frame'
import { savedPayload } from '../../../lib/qr/payload'
import { randomId } from '../../../lib/random-id'
import { useMay } from '../../../lib/session/workspace'
import type { SelectionAction } from '../../../ui/list/selection-bar'
import { createRun } from '../api'
import { DeleteManyDialog } from './delete-many'
import type { ManyActionsProps } from './many-props'
import { MoveDialog } from './move-dialog'
import { printAddress } from './print-address'
import { RetargetDialog } from './retarget-dialog'
import { RulesDialog } from './rules-dialog'
import { TagsDialog } from './tags-dialog'
import { useChange } from './use-change'

type Tool = 'zip' | 'target' | 'rules' | 'tags' | 'design' | 'move' | 'delete'

/** What can be done with many codes at once; each change is a run that can be undone. */
export function ManyActions(props: ManyActionsProps) {
  const { children, ...dialogProps } = props
  const { productId, selection, count, codes, destinations, DesignDialog, ZipDialog, onDone } = props
  const navigate = useNavigate()
  const language = useLanguage()
  const { t } = useTranslation(['bulk', 'user-codes'])
  const list = productId === 'dynamic-code' ? 'dynamic' : 'static'
  const running = useChange(list, onDone)
  const [tool, setTool] = useState<Tool | null>(null)
  const close = () => setTool(null)
  const mayWrite = useMay('codes:write')
  const mayMove = useMay('codes:move') && destinations.length > 0
  const setEnabled = (enabled: boolean) => running.mutate({ body: { kind: 'enabled', selection, enabled } })
  const icon = (Icon: typeof IconTag) => <Icon size={16} stroke={1.7} aria-hidden />
  const dynamicOnly: SelectionAction[] =
    list === 'dynamic'
      ? [
          { name: 'target', label: t('action.target'), icon: icon(IconLink), run: () => setTool('target') },
          {
            name: 'rules',
            label: t('action.rules'),
            icon: icon(IconArrowsSplit2),
            run: () => setTool('rules'),
          },
          {
            name: 'pause',
            label: t('user-codes:pause'),
            icon: icon(IconPlayerPause),
            run: () => setEnabled(false),
          },
          {
            name: 'resume',
            label: t('user-codes:resume'),
            icon: icon(IconPlayerPlay),
            run: () => setEnabled(true),
          },
        ]
      : []
  const [target, ...states] = dynamicOnly
  function print() {
    const { search, state } = printAddress(selection)
    // The addresses of both lists take the same; the type of one is not that of the other.
    void navigate({ to: `/${list}-codes/print`, search: search as never, state })
  }
  const reading: SelectionAction[] = [
    { name: 'zip', label: t('action.zip'), icon: icon(IconDownload), run: () => setTool('zip') },
    { name: 'print', label: t('action.print'), icon: icon(IconPrinter), run: print },
  ]
  const writing: SelectionAction[] = [
    ...(target ? [target] : []),
    { name: 'tags', label: t('action.tags'), icon: icon(IconTag), run: () => setTool('tags') },
    { name: 'design', label: t('action.design'), icon: icon(IconBrush), run: () => setTool('design') },
    ...states,
    ...(mayMove
      ? [
          {
            name: 'move',
            label: t('action.move'),
            icon: icon(IconArrowsExchange),
            run: () => setTool('move'),
          },
        ]
      : []),
    {
      name: 'delete',
      label: t('user-codes:delete'),
      icon: icon(IconTrash),
      isDangerous: true,
      run: () => setTool('delete'),
    },
  ]
  const [first] = codes

  /** What the dialog shows of a refusal is thrown; what it made is said like every run. */
  async function saveDesign(...[settings, logo, anyway]: Parameters<DesignDialogProps['onSave']>) {
    const run = await createRun({ kind: 'design', selection, qrCustomSettings: settings, logo }, randomId())
    await running.mutateAsync({ body: run, scanAnyway: anyway })
  }

  return (
    <>
      {children(mayWrite ? [...reading, ...writing] : reading, running.isPending)}
      {tool === 'zip' && (
        <Suspense>
          <ZipDialog selection={selection} total={count} onClose={close} />
        </Suspense>
      )}
      {tool === 'target' && <RetargetDialog {...dialogProps} running={running} onClose={close} />}
      {tool === 'rules' && <RulesDialog {...dialogProps} running={running} onClose={close} />}
      {tool === 'tags' && <TagsDialog {...dialogProps} running={running} onClose={close} />}
      {tool === 'move' && <MoveDialog {...dialogProps} running={running} onClose={close} />}
      {tool === 'delete' && <DeleteManyDialog {...dialogProps} running={running} onClose={close} />}
      {tool === 'design' && first && (
        <Suspense>
          <DesignDialog
            title={`${t('action.design')} (${formatNumber(count, language)})`}
            payload={savedPayload(first) ?? first.codeRedirect ?? first.id}
            settings={first.qrCustomSettings}
            logo={first.logo}
            labels={codeLabels(first)}
            onSave={saveDesign}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
