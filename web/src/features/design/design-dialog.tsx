import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DesignDialogProps } from '../../lib/qr/design-dialog'
import { Button } from '../../ui/button/button'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import { Dialog } from '../../ui/dialog/dialog'
import { ErrorMessage } from '../../ui/message/error-message'
import styles from './design-dialog.module.css'
import { DesignForm, type DesignTab } from './design-form'
import { DesignPreview } from './design-preview'
import { frameProblems } from './frame/frame-problems'
import { DIALOG_SETTINGS, NO_LOGO, useDesign } from './use-design'
import { useDrawnDesign } from './use-drawn-design'
import { useRepair } from './use-repair'
import { useSaveDesign } from './use-save-design'

/** Logo, colours and shapes of a code, with a live preview and the scan check (spec §2). */
export function DesignDialog(props: DesignDialogProps) {
  const { t } = useTranslation('design')
  const editor = useDesign(props.settings, props.logo)
  const drawn = useDrawnDesign(props.payload, editor.design, props.labels)
  const repairing = useRepair(props.payload, drawn.design, editor.design, editor.replace)
  const problems = frameProblems(editor.design.settings.frame, drawn.frameError)
  const [tab, setTab] = useState<DesignTab>('style')
  const saving = useSaveDesign(props, editor.design, drawn.verdict)
  const [asksToLeave, setAsksToLeave] = useState(false)
  const leave = () => (editor.isChanged ? setAsksToLeave(true) : props.onClose())
  /** A frame that would be refused is shown where it can be repaired. */
  const save = () => (Object.keys(problems).length > 0 ? setTab('frame') : saving.start())
  return (
    <>
      <Dialog
        title={props.title ?? t('title')}
        size={900}
        look="wide"
        onClose={leave}
        footer={
          <div className={`row wrap gap-5 ${styles.foot}`}>
            {saving.failure !== null && (
              <div className={styles.failure}>
                <ErrorMessage text={saving.failure} />
              </div>
            )}
            <Button
              variant="subtle"
              className={styles.reset ?? ''}
              leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
              onClick={() => editor.replace({ settings: DIALOG_SETTINGS, logo: NO_LOGO })}
            >
              {t('reset')}
            </Button>
            <Button variant="default" onClick={leave}>
              {t('cancel')}
            </Button>
            <Button loading={saving.isPending} onClick={save}>
              {t('save')}
            </Button>
          </div>
        }
      >
        <div className={styles.columns}>
          <DesignForm editor={editor} labels={props.labels} problems={problems} tab={tab} onTab={setTab} />
          <DesignPreview {...drawn} repairing={repairing} />
        </div>
      </Dialog>
      <ConfirmDialog
        isOpen={saving.asksAnyway}
        title={t('anyway.title')}
        text={t('anyway.text')}
        confirmLabel={t('anyway.save')}
        isPending={saving.isPending}
        onConfirm={saving.saveAnyway}
        onClose={saving.closeAnyway}
      />
      <ConfirmDialog
        isOpen={asksToLeave}
        title={t('leave.title')}
        text={t('leave.text')}
        confirmLabel={t('leave.confirm')}
        isDangerous
        onConfirm={props.onClose}
        onClose={() => setAsksToLeave(false)}
      />
    </>
  )
}
