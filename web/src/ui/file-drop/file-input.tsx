import type { ComponentProps } from 'react'

export interface FileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'hidden' | 'onChange'> {
  /** Of each, in the order of the picker, where `multiple` lets people choose more than one. */
  onFile: (file: File) => void
}

/** Behind a button that opens it. */
export const FileInput = ({ onFile, ...others }: FileInputProps) => (
  <input
    {...others}
    type="file"
    hidden
    onChange={(event) => {
      for (const file of event.currentTarget.files ?? []) onFile(file)
      // The same file can be chosen again once it is corrected.
      event.currentTarget.value = ''
    }}
  />
)
