import { MAX_PAGE_LINE, MAX_PARAGRAPHS, MAX_TITLE } from '@scanleaf/shared'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/field/text-field'
import { TextareaField } from '../../../ui/field/textarea-field'
import { Switch } from '../../../ui/switch/switch'
import type { PageSlots } from '../slots'
import { type Answers, isZaloNumber, type Question } from '../state/answers'
import { MenuPhotos } from './menu-photos'
import { CONTENT_FIELDS } from './question-fields-of'

export interface QuestionFieldsProps {
  question: Question
  answers: Answers
  errors: Partial<Record<string, string | undefined>>
  slots: PageSlots
  onChange: (answers: Answers | ((before: Answers) => Answers)) => void
  /** Pictures that are being read. */
  onWaiting: (more: 1 | -1) => void
}

const INPUT_TYPES: Partial<Record<string, string>> = {
  mobilePhone: 'tel',
  email: 'email',
  start: 'datetime-local',
  end: 'datetime-local',
}

/** A question with its fields. */
export function QuestionFields({
  question,
  answers,
  errors,
  slots,
  onChange,
  onWaiting,
}: QuestionFieldsProps) {
  const { t } = useTranslation(['page-editor', 'content-types'])
  const field = (name: 'name' | 'line' | 'phone' | 'address' | 'menu' | 'about') => ({
    name,
    value: answers[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...answers, [name]: event.currentTarget.value }),
  })
  const setContent = (content: Answers['content']) => onChange({ ...answers, content })
  switch (question) {
    case 'name':
      return (
        <Asked title={t('wizard.name')} text={t('wizard.name.text')}>
          <TextField {...field('name')} label={t('field.name')} required size="lg" maxLength={MAX_TITLE} />
          <TextField {...field('line')} label={t('field.line')} size="lg" maxLength={MAX_PAGE_LINE} />
        </Asked>
      )
    case 'phone':
      return (
        <Asked title={t('wizard.phone')} text={t('wizard.phone.text')}>
          <TextField
            {...field('phone')}
            label={t('content-types:field.phoneNumber')}
            type="tel"
            autoComplete="tel"
            size="lg"
            dir="ltr"
          />
          {isZaloNumber(answers.phone) && (
            <Switch
              label={t('wizard.zalo')}
              isOn={answers.hasZalo}
              onChange={(hasZalo) => onChange({ ...answers, hasZalo })}
            />
          )}
        </Asked>
      )
    case 'place':
      return (
        <Asked title={t('wizard.place')} text={t('wizard.place.text')}>
          <TextField
            {...field('address')}
            label={t('field.address')}
            autoComplete="street-address"
            size="lg"
            maxLength={MAX_PAGE_LINE}
          />
        </Asked>
      )
    case 'menu':
      return (
        <Asked title={t('wizard.menu')} text={t('wizard.menu.text')}>
          <TextareaField {...field('menu')} label={t('field.item')} rows={6} />
          <MenuPhotos photos={answers.photos} onChange={onChange} onWaiting={onWaiting} />
        </Asked>
      )
    case 'about':
      return (
        <Asked title={t('wizard.about')}>
          <TextareaField {...field('about')} label={t('field.text')} rows={4} maxLength={MAX_PARAGRAPHS} />
        </Asked>
      )
    case 'account':
      return (
        <Asked title={t('wizard.account')}>
          <slots.ContentFields
            type="VietQR"
            content={answers.content}
            errors={errors}
            onChange={setContent}
            onLeave={() => undefined}
          />
        </Asked>
      )
    case 'who':
    case 'reach':
    case 'work':
    case 'when':
      return (
        <Asked title={t(`wizard.${question}`)}>
          {CONTENT_FIELDS[question].map((name, at) => (
            <TextField
              key={name}
              name={name}
              label={t(`content-types:field.${name}`)}
              type={INPUT_TYPES[name] ?? 'text'}
              size="lg"
              value={answers.content[name] ?? ''}
              error={errors[name] ?? (question === 'who' && at === 0 ? errors['name'] : undefined)}
              onChange={(event) => setContent({ ...answers.content, [name]: event.currentTarget.value })}
            />
          ))}
        </Asked>
      )
  }
}

const Asked = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <>
    <div>
      <h2>{title}</h2>
      {text !== undefined && <p className="muted">{text}</p>}
    </div>
    {children}
  </>
)
