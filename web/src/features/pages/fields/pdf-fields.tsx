import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { SelectField } from '../../../ui/field/select-field'
import { ErrorMessage } from '../../../ui/message/error-message'
import { InfoMessage } from '../../../ui/message/info-message'
import { pdfCodesQuery } from '../api'
import type { BlockOf } from '../state/blocks'
import { type BlockProps, useErrorAt, useFields } from './fields-context'

/** One of the owner's PDF codes, and whether visitors see it. */
export function PdfFields({ block, place, onChange }: BlockProps<BlockOf<'pdf'>>) {
  const { t } = useTranslation(['page-editor', 'common'])
  const { hiddenPdfs, leave } = useFields()
  const at = `${place}.code`
  const error = useErrorAt()(at)
  const { data: pdfs, error: failure } = useQuery(pdfCodesQuery)
  const isListed = pdfs?.some(({ id }) => id === block.code)
  return (
    <>
      <SelectField
        label={t('field.pdf')}
        error={error}
        required
        value={isListed ? block.code : ''}
        disabled={pdfs === undefined}
        onChange={({ currentTarget: { value } }) => onChange({ ...block, code: value })}
        onBlur={() => leave(at)}
      >
        <option value="" disabled>
          {pdfs?.length === 0 ? t('pdf.none') : t('pdf.choose')}
        </option>
        {pdfs?.map(({ id, title, fileName }) => (
          <option key={id} value={id}>
            {title} · {fileName}
          </option>
        ))}
      </SelectField>
      <ErrorMessage text={failure && messageOf(failure, t('common:no-answer'))} />
      {hiddenPdfs.includes(block.code) && <InfoMessage>{t('pdf.hidden')}</InfoMessage>}
    </>
  )
}
