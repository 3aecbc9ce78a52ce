import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormField } from '../../../lib/forms/use-form'
import { IMAGE_TYPES, imageProblem, imageRefusal } from '../../../lib/image-file'
import { Button } from '../../../ui/button/button'
import { FileInput } from '../../../ui/file-drop/file-input'
import { showToast } from '../../../ui/toast/toasts'
import { uploadImage } from '../api'
import styles from './forms.module.css'

export interface ImageFieldProps {
  field: FormField
  onChange: (id: string) => void
}

/** The image of a product, stored as soon as it is chosen; errors are shown in a toast (billing-spec §8). */
export function ImageField({ field, onChange }: ImageFieldProps) {
  const { t } = useTranslation(['catalogue', 'errors', 'common'])
  const input = useRef<HTMLInputElement>(null)
  const fail = (title: string) => showToast({ kind: 'error', title })
  const upload = useMutation({
    mutationFn: uploadImage,
    onSuccess: onChange,
    onError: (error) => fail(imageRefusal(error, t('common:unreadable-answer'))),
  })

  async function choose(file: File) {
    const problem = await imageProblem(file)
    if (problem) fail(t(`errors:field.${problem}`))
    else upload.mutate(file)
  }

  return (
    <div className={`gap-5 ${styles.group}`}>
      <div className={`centred ${styles.picture}`}>
        {field.value === '' ? (
          <IconPhoto size={40} stroke={1.2} aria-hidden />
        ) : (
          <img src={`/media/images/${field.value}`} alt={t('image.alt')} />
        )}
      </div>
      <FileInput ref={input} accept={IMAGE_TYPES} onFile={(file) => void choose(file)} />
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
        <p id="product-image-error" className={`fine ${styles.error}`}>
          {field.error}
        </p>
      )}
    </div>
  )
}
