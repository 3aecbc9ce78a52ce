import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readPicture } from '../../../lib/qr/scan/client'
import { Button } from '../../../ui/button/button'
import { FileInput } from '../../../ui/file-drop/file-input'
import { ErrorMessage } from '../../../ui/message/error-message'

/** Under a text that is a code's: reads it from a photo or a screenshot, which stays in the browser. */
export function PictureField({ onRead }: { onRead: (text: string) => void }) {
  const { t } = useTranslation(['generator', 'errors'])
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setIsReading] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function read(file: File) {
    setIsReading(true)
    setError(null)
    try {
      const text = await readPicture(file)
      if (text === null) setError(t('errors:field.no-code-in-picture'))
      else onRead(text)
    } catch {
      setError(t('errors:field.broken-image'))
    }
    setIsReading(false)
  }

  return (
    <div>
      <FileInput ref={input} accept="image/*" onFile={(file) => void read(file)} />
      <Button variant="default" loading={isReading} onClick={() => input.current?.click()}>
        {t('picture.read')}
      </Button>
      <ErrorMessage text={error} />
    </div>
  )
}
