import { bankOf, type ContentField, contentTypeNamed, telUri } from '@scanleaf/qr'
import type { UserCode } from '@scanleaf/shared'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { storedContentOf } from '../../../lib/stored-content'
import { IconButton } from '../../../ui/button/button'
import { CopyButton } from '../../../ui/button/copy-button'
import { Property } from '../../../ui/properties/property'
import styles from './code-dialog.module.css'
import { WebLink } from './web-link'

/** The content of a static code, field by field of its type; empty fields are left out. */
export function ContentProperties({ code }: { code: UserCode }) {
  const { t } = useTranslation('user-codes')
  const type = contentTypeNamed(code.contentType)
  const content = storedContentOf(code)
  const fields = type?.fields.filter(({ name }) => content?.[name] !== undefined) ?? []
  if (content === null || fields.length === 0) {
    return (
      <Property label={t('column.content')}>
        <span className={styles.missing}>{t('detail.unreadable')}</span>
      </Property>
    )
  }
  return fields.map((field) => (
    <ContentProperty key={field.name} field={field} value={content[field.name] ?? ''} />
  ))
}

function ContentProperty({ field, value }: { field: ContentField; value: string }) {
  const { t } = useTranslation('content-types')
  const label = t(`field.${field.label ?? field.name}`)
  if (field.kind === 'password') return <SecretProperty label={label} value={value} />
  return (
    <Property
      label={label}
      end={field.kind !== 'choice' && field.kind !== 'flag' && <CopyButton value={value} size={32} />}
    >
      <FieldValue field={field} value={value} />
    </Property>
  )
}

/** Numbers, addresses and network names keep their direction in every language. */
function FieldValue({ field, value }: { field: ContentField; value: string }) {
  const { t } = useTranslation(['user-codes', 'content-types'])
  switch (field.kind) {
    case 'url':
      return <WebLink address={value} />
    case 'email':
      return (
        <a className={styles.link} href={`mailto:${encodeURIComponent(value).replaceAll('%40', '@')}`}>
          <bdi dir="ltr">{value}</bdi>
        </a>
      )
    case 'phone':
      return (
        <a className={styles.link} href={telUri(value)}>
          <bdi dir="ltr">{value}</bdi>
        </a>
      )
    case 'flag':
      return t('detail.yes')
    case 'choice':
      return field.choices?.includes(value) ? (
        t(`content-types:choice.${field.name}.${value}`)
      ) : (
        <bdi dir="ltr">{value}</bdi>
      )
    case 'bank':
      return bankOf(value)?.name ?? <bdi dir="ltr">{value}</bdi>
    case 'moment':
      return <bdi dir="ltr">{value.replace('T', ' ').replace('Z', ' UTC')}</bdi>
    case 'verbatim':
      return (
        <bdi dir="ltr" className={styles.mono}>
          {value}
        </bdi>
      )
    case 'multiline':
      return <span className={styles.lines}>{value}</span>
    case 'line':
    case 'spaced-line':
    case 'password':
      return <bdi>{value}</bdi>
  }
}

/** A password, behind dots until it is revealed. */
function SecretProperty({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('user-codes')
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? IconEyeOff : IconEye
  const action = t(isShown ? 'detail.hide' : 'detail.show')
  return (
    <Property
      label={label}
      end={
        <>
          <IconButton aria-label={`${action}: ${label}`} title={action} onClick={() => setIsShown(!isShown)}>
            <Icon size={17} stroke={1.7} aria-hidden />
          </IconButton>
          <CopyButton value={value} size={32} />
        </>
      }
    >
      {isShown ? <bdi className={styles.mono}>{value}</bdi> : <span aria-hidden="true">••••••••</span>}
    </Property>
  )
}
