import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api-error'
import type { FormField } from '../../lib/form'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/toasts'
import { uploadImage } from './api'
import styles from './forms.module.css'

/** The largest image the server takes. */
const MAX_BYTES = 5 * 1024 * 1024
const TYPES = ['image/png', 'image/jpeg', 'image/gif']

export interface ImageFieldProps {
  field: FormField
  onChange: (id: string) => void
}

/** The picture of a product, stored as soon as it is chosen; what goes wrong is told by a toast (spec/billing.md §8). */
export function ImageField({ field, onChange }: ImageFieldProps) {
  const { t } = useTranslation(['catalogue', 'errors', 'common'])
  const input = useRef<HTMLInputElement>(null)
  const fail = (title: string) => showToast({ kind: 'error', title })
  const upload = useMutation({
    mutationFn: uploadImage,
    onSuccess: onChange,
    onError: (error) => fail(messageOf(error, t('common:unreadable-answer'))),
  })

  function choose(file: File | undefined) {
    if (!file) return
    if (!TYPES.includes(file.type)) fail(t('errors:field.invalid-image'))
    else if (file.size > MAX_BYTES) fail(t('errors:field.image-too-large'))
    else upload.mutate(file)
  }

  return (
    <div className={styles.group}>
      <div className={styles.picture}>
        {field.value === '' ? (
          <IconPhoto size={40} stroke={1.2} aria-hidden />
        ) : (
          <img src={`/media/images/${field.value}`} alt={t('image.alt')} />
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={TYPES.join(',')}
        onChange={(event) => {
          choose(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Button
        name={field.name}
        variant="default"
        fullWidth
        loading={upload.isPending}
        leftSection={<IconUpload size={17} stroke={1.7} aria-hidden />}
        aria-describedby={field.error === undefined ? undefined : 'product-image-error'}
        onClick={() => input.current?.click()}
      >
        {t(field.value === '' ? 'image.choose' : 'image.change')}
      </Button>
      {field.error !== undefined && (
        <p id="product-image-error" className={styles.error}>
          {field.error}
        </p>
      )}
    </div>
  )
}
