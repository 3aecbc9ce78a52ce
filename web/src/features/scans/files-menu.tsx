import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconFileTypePdf from '@tabler/icons-react/dist/esm/icons/IconFileTypePdf.mjs'
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../lib/api/download'
import { useLanguage } from '../../lib/i18n/i18n'
import { Button } from '../../ui/button/button'
import { Menu, MenuItem } from '../../ui/menu/menu'
import { useDropdown } from '../../ui/menu/use-dropdown'
import { showToast } from '../../ui/toast/toasts'
import { type CodeId, fetchCsv, fetchReport, fetchSummary } from './api'
import styles from './scans.module.css'

const FILES = {
  report: { Icon: IconFileTypePdf, fetch: fetchReport, ending: '.pdf' },
  summary: { Icon: IconTable, fetch: fetchSummary, ending: '-summary.csv' },
  csv: { Icon: IconListDetails, fetch: fetchCsv, ending: '.csv' },
} as const
const NAMES = Object.keys(FILES) as (keyof typeof FILES)[]

/** The days on screen as files: a document, a table, and each scan. */
export function FilesMenu({ codeId, from, to }: { codeId: CodeId; from: string; to: string }) {
  const { t } = useTranslation('scans')
  const lng = useLanguage()
  const { isOpen, toggle, close, closeToButton, buttonRef, rootProps } = useDropdown()
  const download = useMutation({
    mutationFn: (name: keyof typeof FILES) => FILES[name].fetch(codeId, { from, to, lng }),
    onSuccess: (file, name) => saveFile(file, `scans-${from}-${to}${FILES[name].ending}`),
    onError: (_error, name) => showToast({ kind: 'error', title: t(`${name}.failed`) }),
  })
  return (
    <div className={styles.files} {...rootProps}>
      <Button
        variant="default"
        fullWidth
        ref={buttonRef}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        loading={download.isPending}
        leftSection={<IconDownload size={17} stroke={1.7} aria-hidden />}
        rightSection={<IconChevronDown size={16} stroke={1.7} aria-hidden />}
        onClick={toggle}
      >
        {t('files')}
      </Button>
      {isOpen && (
        <Menu anchorRef={buttonRef} label={t('files')} onClose={close}>
          {NAMES.map((name) => {
            const { Icon } = FILES[name]
            return (
              <MenuItem
                key={name}
                icon={<Icon size={17} stroke={1.7} aria-hidden />}
                onClick={() => {
                  closeToButton()
                  download.mutate(name)
                }}
              >
                {t(name)}
              </MenuItem>
            )
          })}
        </Menu>
      )}
    </div>
  )
}
