import { QR_FRAME_LINES, type QrFrame } from '@scanleaf/qr'
import { useTranslation } from 'react-i18next'
import type { CodeLabels } from '../../../lib/qr/frame'
import { SelectField } from '../../../ui/field/select-field'

export interface SecondLineProps {
  line: QrFrame['line']
  labels: CodeLabels
  onChange: (line: QrFrame['line']) => void
}

/** What stands below the call to action. */
export function SecondLine({ line, labels, onChange }: SecondLineProps) {
  const { t } = useTranslation('design')
  const missing = labels.link === null ? t('frame.line.static') : undefined
  const hint = line === 'name' && labels.name === null ? t('frame.line.no-name') : missing
  return (
    <SelectField
      label={t('frame.line')}
      value={line ?? ''}
      hint={hint}
      onChange={({ currentTarget: { value } }) => onChange(QR_FRAME_LINES.find((known) => known === value))}
    >
      <option value="">{t('frame.line.none')}</option>
      {QR_FRAME_LINES.map((known) => (
        <option key={known} value={known} disabled={known !== 'name' && labels[known] === null}>
          {t(`frame.line.${known}`)}
        </option>
      ))}
    </SelectField>
  )
}
