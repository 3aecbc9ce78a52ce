import styles from './connect.module.css'

interface ReadyFilesProps {
  /** What to do with them. */
  text: string
  /** Below /docs/connect. */
  files: readonly { name: string; label: string }[]
}

/** Files that a program takes as they are, made by the server with its own address. */
export function ReadyFiles({ text, files }: ReadyFilesProps) {
  return (
    <div className={styles.files}>
      <p className="small">{text}</p>
      <ul>
        {files.map(({ name, label }) => (
          <li key={name}>
            <a href={`/docs/connect/${name}`} target="_blank" rel="noreferrer">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
