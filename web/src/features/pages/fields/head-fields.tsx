import {
  LANGUAGES,
  type Language,
  MAX_PAGE_LANGUAGES,
  MAX_PAGE_LINE,
  MAX_TITLE,
  PAGE_ACCENTS,
  PAGE_KINDS,
  type PageInput,
} from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../ui/field/select-field'
import { TextField } from '../../../ui/field/text-field'
import { Switch } from '../../../ui/switch/switch'
import styles from './fields.module.css'
import { useErrorAt, useFields } from './fields-context'
import { OwnerTextField } from './owner-text'
import { PictureField } from './picture-field'
import { AlternativeField } from './pictures-fields'
import { RowList } from './row-list'

/** Names of the kinds, as texts. */
export const KIND_NAMES = {
  business: 'page-editor:kind.business',
  menu: 'pages:menu',
  contact: 'content-types:type.VCard',
  pay: 'content-types:group.pay',
  event: 'content-types:tab.event',
  place: 'pages:place',
  apps: 'page-editor:block.apps',
} as const satisfies Record<PageInput['kind'], string>

export interface HeadFieldsProps {
  page: PageInput
  onChange: (page: PageInput) => void
}

/** Who the page is of, and what holds for all of it. */
export function HeadFields({ page, onChange }: HeadFieldsProps) {
  const { t } = useTranslation(['page-editor', 'pages', 'content-types'])
  const { leave } = useFields()
  const errorAt = useErrorAt()
  const { accent = 'green', isIndexed = false, languages, logo = null, cover = null } = page
  const unused = LANGUAGES.filter(({ code }) => !languages.includes(code))
  return (
    <>
      <OwnerTextField
        label={t('field.name')}
        place="name"
        texts={page.name}
        required
        maxLength={MAX_TITLE}
        onChange={(name) => onChange({ ...page, name })}
      />
      <OwnerTextField
        label={t('field.line')}
        place="line"
        texts={page.line}
        maxLength={MAX_PAGE_LINE}
        onChange={(line) => onChange({ ...page, line })}
      />
      {/* A payment's page begins with the amount. */}
      {page.kind !== 'pay' && (
        <>
          <PictureField
            label={t('field.logo')}
            use="logo"
            place="logo"
            picture={logo}
            onChange={(picture) => onChange({ ...page, logo: picture })}
          />
          <PictureField
            label={t('field.cover')}
            use="photo"
            place="cover"
            picture={cover?.picture ?? null}
            onChange={(picture) =>
              onChange({ ...page, cover: picture === null ? null : { ...cover, picture } })
            }
          >
            {cover && (
              <AlternativeField
                place="cover.alt"
                alt={cover.alt}
                onChange={(alt) => onChange({ ...page, cover: { ...cover, alt } })}
              />
            )}
          </PictureField>
        </>
      )}
      <fieldset>
        <legend className={styles.dayName}>{t('field.accent')}</legend>
        <div className="row wrap gap-4">
          {PAGE_ACCENTS.map((each) => (
            <label key={each} className={styles.accent} data-accent={each}>
              <input
                type="radio"
                name="accent"
                className="visually-hidden"
                aria-label={t(`accent.${each}`)}
                checked={each === accent}
                onChange={() => onChange({ ...page, accent: each })}
              />
            </label>
          ))}
        </div>
      </fieldset>
      <SelectField
        label={t('field.kind')}
        value={page.kind}
        onChange={(event) => onChange({ ...page, kind: event.currentTarget.value as PageInput['kind'] })}
      >
        {PAGE_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(KIND_NAMES[kind])}
          </option>
        ))}
      </SelectField>
      <h3>{t('field.languages')}</h3>
      <p className="small muted">{t('field.languages.hint')}</p>
      <RowList
        rows={languages}
        min={1}
        isLine
        max={MAX_PAGE_LANGUAGES}
        addLabel={t('add-language')}
        nameOf={(code) => LANGUAGES.find((each) => each.code === code)?.name ?? code}
        newRow={(): Language => unused[0]?.code ?? 'en'}
        onChange={(next) => onChange({ ...page, languages: next })}
      >
        {(code, at, change) => (
          <SelectField
            label={t('field.language', { number: at + 1 })}
            hidesLabel
            value={code}
            onChange={(event) => change(event.currentTarget.value as Language)}
          >
            {LANGUAGES.filter((each) => each.code === code || unused.includes(each)).map((each) => (
              <option key={each.code} value={each.code}>
                {each.name}
              </option>
            ))}
          </SelectField>
        )}
      </RowList>
      <TextField
        label={t('content-types:field.zone')}
        value={page.zone}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        error={errorAt('zone')}
        onChange={(event) => onChange({ ...page, zone: event.currentTarget.value })}
        onBlur={() => leave('zone')}
      />
      <Switch
        label={t('field.isIndexed')}
        isOn={isIndexed}
        onChange={(isOn) => onChange({ ...page, isIndexed: isOn })}
      />
    </>
  )
}
