import {
  type CreatedWebhook,
  CreateWebhook,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
} from '@scanleaf/shared'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { schemaCheck } from '../../lib/forms/schema-validation'
import { useForm } from '../../lib/forms/use-form'
import { Button } from '../../ui/button/button'
import { Dialog } from '../../ui/dialog/dialog'
import { CheckList } from '../../ui/field/check-list'
import { TextField } from '../../ui/field/text-field'
import { ErrorMessage } from '../../ui/message/error-message'
import { Switch } from '../../ui/switch/switch'
import { useCreateWebhook, useUpdateWebhook } from './api'
import styles from './webhooks.module.css'

const checkUrl = schemaCheck(CreateWebhook.pick({ url: true }))

interface WebhookDialogProps {
  onCreated: (webhook: CreatedWebhook) => void
  onClose: () => void
}

/** Address and events of a new webhook. */
export function WebhookDialog({ onCreated, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhooks')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(WEBHOOK_EVENTS)
  const [withToken, setWithToken] = useState(false)
  const create = useCreateWebhook()
  const form = useForm({
    initial: { url: '' },
    check: checkUrl,
    submit: async ({ url }) => {
      if (events.length === 0) return
      onCreated(await create.mutateAsync({ url, events: [...events], withToken }))
      onClose()
    },
  })
  return (
    <FormDialog title={t('create')} submit={t('create')} form={form} onClose={onClose}>
      <TextField
        {...form.field('url')}
        label={t('url')}
        hint={t('url.hint')}
        maxLength={2_000}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        required
      />
      <EventChoice events={events} onChange={setEvents} />
      <Switch label={t('with-token')} hint={t('with-token.hint')} isOn={withToken} onChange={setWithToken} />
    </FormDialog>
  )
}

/** Which events a webhook is sent from now on. */
export function EventsDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook.events)
  const update = useUpdateWebhook(webhook.id)
  const form = useForm({
    initial: {},
    check: () => ({}),
    submit: async () => {
      if (events.length === 0) return
      await update.mutateAsync({ events: [...events] })
      onClose()
    },
  })
  return (
    <FormDialog title={t('edit')} submit={t('save')} form={form} onClose={onClose}>
      <EventChoice events={events} onChange={setEvents} />
    </FormDialog>
  )
}

function EventChoice({
  events,
  onChange,
}: {
  events: readonly WebhookEvent[]
  onChange: (events: WebhookEvent[]) => void
}) {
  const { t } = useTranslation('webhooks')
  const options = WEBHOOK_EVENTS.map((value) => ({ value, label: t(`event.${value}`) }))
  return <CheckList legend={t('events')} options={options} chosen={events} onChange={onChange} />
}

interface FormDialogProps {
  title: string
  submit: string
  form: Pick<ReturnType<typeof useForm>, 'failure' | 'isPending' | 'onSubmit'>
  onClose: () => void
  children: ReactNode
}

function FormDialog({ title, submit, form, onClose, children }: FormDialogProps) {
  const { t } = useTranslation('common')
  const formId = useId()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} variant="filled" loading={form.isPending}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={form.onSubmit} noValidate>
        <ErrorMessage text={form.failure} />
        {children}
      </form>
    </Dialog>
  )
}
