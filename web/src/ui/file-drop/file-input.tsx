import type { ComponentProps } from 'react'

export interface FileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'hidden' | 'onChange'> {
  onFile: (file: File) => void
}

/** Behind a button that opens it. */
export const FileInput = ({ onFile, ...others }: FileInputProps) => (
  <input
    {...others}
    type="file"
    hidden
    onChange={(event) => {
      const [file] = event.currentTarget.files ?? []
      if (file) onFile(file)
      // The same file can be chosen again once it is corrected.
      event.currentTarget.value = ''
    }}
  />
)
