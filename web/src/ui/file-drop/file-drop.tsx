import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../button/button'
import { Tile } from '../tile/tile'
import styles from './file-drop.module.css'

export interface FileDropProps {
  /** In the tile; says whether a file is there. */
  icon: ReactNode
  /** What can be done here, or the name of the file. */
  title: string
  /** Which kinds of files, or what is known of the chosen one. */
  children: ReactNode
  /** Words of the button. */
  chooseLabel: string
  /** As the `accept` attribute of a file input. */
  accept: string
  isBusy?: boolean
  isDisabled?: boolean
  onFile: (file: File) => void
}

/** A file of this device, dropped or chosen. */
export function FileDrop(props: FileDropProps) {
  const { icon, title, children, chooseLabel, accept, isBusy = false, isDisabled = false, onFile } = props
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  function take(files: FileList | null) {
    const [chosen] = files ?? []
    if (chosen && !isBusy && !isDisabled) onFile(chosen)
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the button in it
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <Tile size={40}>{icon}</Tile>
      <div className={styles.text}>
        <b>
          <bdi>{title}</bdi>
        </b>
        <span>{children}</span>
      </div>
      <Button
        variant="default"
        size="sm"
        loading={isBusy}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        {chooseLabel}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={chooseLabel}
        onChange={(event) => {
          take(event.currentTarget.files)
          // The same file can be chosen again once it is mended.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
