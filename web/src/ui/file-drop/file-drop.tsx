import { type DragEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../button/button'
import { Tile, type TileProps } from '../tile/tile'
import styles from './file-drop.module.css'
import { FileInput } from './file-input'

export interface FileDropProps {
  /** In the tile; says whether a file is there. */
  icon: ReactNode
  tone?: TileProps['tone']
  /** What can be done here, or the name of the file. */
  title: string
  /** Which kinds of files, what is known of the chosen one, or how much of it has been sent. */
  children: ReactNode
  /** Words of the button. */
  chooseLabel: string
  chooseIcon?: ReactNode
  /** As the `accept` attribute of a file input. */
  accept: string
  isBusy?: boolean
  isDisabled?: boolean
  hasError?: boolean
  /** The element with the rule or the error. */
  describedBy?: string | undefined
  /** Beside the button. */
  action?: ReactNode
  onFile: (file: File) => void
}

/** A file of this device, dropped or chosen. */
export function FileDrop(props: FileDropProps) {
  const { icon, tone, title, children, chooseLabel, chooseIcon, accept, describedBy, action, onFile } = props
  const { isBusy = false, isDisabled = false, hasError = false } = props
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const takesFiles = !isBusy && !isDisabled

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped && takesFiles) onFile(dropped)
  }

  function onClick({ target }: MouseEvent) {
    if (takesFiles && !(target as Element).closest('button, input')) input.current?.click()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pressing are more ways beside the button in it
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button takes the keys
    <div
      className={`row wrap gap-7 ${styles.drop}`}
      data-over={isOver || undefined}
      data-error={hasError || undefined}
      onClick={onClick}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(takesFiles)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <Tile size={40} tone={tone}>
        {icon}
      </Tile>
      <div className={`small muted ${styles.text}`}>
        <b>
          <bdi>{title}</bdi>
        </b>
        {children}
      </div>
      <FileInput
        ref={input}
        accept={accept}
        disabled={!takesFiles}
        aria-label={chooseLabel}
        onFile={onFile}
      />
      <Button
        variant="default"
        size="sm"
        loading={isBusy}
        disabled={isDisabled}
        leftSection={chooseIcon}
        aria-describedby={describedBy}
        aria-invalid={hasError || undefined}
        onClick={() => input.current?.click()}
      >
        {chooseLabel}
      </Button>
      {action}
    </div>
  )
}
