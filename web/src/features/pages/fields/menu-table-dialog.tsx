import { MAX_MENU_ITEMS, MAX_MENU_SECTIONS } from '@scanleaf/shared'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { TextareaField } from '../../../ui/field/textarea-field'
import { FileDrop } from '../../../ui/file-drop/file-drop'
import { ErrorMessage } from '../../../ui/message/error-message'
import type { PageSlots } from '../slots'
import type { BlockOf } from '../state/blocks'
import { menuOfTable } from '../state/menu-table'
import { useFields } from './fields-context'
import { priceText } from './price-field'

/** Rows that the dry run shows. */
const SHOWN_ITEMS = 6

export interface MenuTableDialogProps {
  block: BlockOf<'menu'>
  readTable: PageSlots['readTable']
  onUse: (sections: BlockOf<'menu'>['sections']) => void
  onClose: () => void
}

/** A menu from a spreadsheet: pasted or chosen, shown as it will be, and only then taken. */
export function MenuTableDialog({ block, readTable, onUse, onClose }: MenuTableDialogProps) {
  const { t } = useTranslation(['page-editor', 'pages', 'bulk', 'common'])
  const screenLanguage = useLanguage()
  const { language } = useFields()
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [rows, setRows] = useState<string[][]>([])
  const [isUnreadable, setIsUnreadable] = useState(false)
  const source = file ?? text

  useEffect(() => {
    setIsUnreadable(false)
    if (source === '') return setRows([])
    const reading = new AbortController()
    readTable(source, screenLanguage, reading.signal).then(
      (sheets) => setRows(sheets.find((sheet) => sheet.rows.length > 0)?.rows ?? []),
      () => {
        if (reading.signal.aborted) return
        setRows([])
        setIsUnreadable(true)
      },
    )
    return () => reading.abort()
  }, [source, readTable, screenLanguage])

  const { currency = 'VND' } = block
  const menu = menuOfTable(rows, block.sections, { language, currency, sectionTitle: t('pages:menu') })
  const isTooLong = menu.items > MAX_MENU_ITEMS || menu.sections.length > MAX_MENU_SECTIONS
  const shown = menu.sections.flatMap(({ items }) => items).slice(0, SHOWN_ITEMS)
  return (
    <Dialog
      title={t('sheet')}
      icon={<IconTable size={18} stroke={1.7} aria-hidden />}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button disabled={menu.items === 0 || isTooLong} onClick={() => onUse(menu.sections)}>
            {t('sheet.use')}
          </Button>
        </>
      }
    >
      <div className="stack gap-6">
        <p className="muted">{t('sheet.text')}</p>
        <TextareaField
          label={t('sheet.rows')}
          value={text}
          rows={5}
          onChange={(event) => {
            setFile(null)
            setText(event.currentTarget.value)
          }}
        />
        <FileDrop
          icon={<IconTable size={20} stroke={1.7} aria-hidden />}
          title={file?.name ?? t('bulk:file.drop')}
          chooseLabel={t('bulk:file.choose')}
          accept=".xlsx,.csv,.tsv,.txt"
          onFile={setFile}
        >
          <span>{t('bulk:file.local')}</span>
        </FileDrop>
        {isUnreadable && <ErrorMessage text={t('bulk:table.not-a-table')} />}
        {isTooLong && (
          <ErrorMessage text={t('sheet.too-long', { items: MAX_MENU_ITEMS, sections: MAX_MENU_SECTIONS })} />
        )}
        {menu.items > 0 && (
          <div role="status">
            <p>
              <b>{t('sheet.found', { items: menu.items, sections: menu.sections.length })}</b>
            </p>
            {menu.unread.length > 0 && (
              <p>{t('sheet.unread', { rows: menu.unread.slice(0, 20).join(', ') })}</p>
            )}
            <ul className="small muted">
              {shown.map(({ id, name, price }) => (
                <li key={id} dir="auto">
                  {name[language]} · {price ? priceText(price, screenLanguage) : '…'}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  )
}
