import type { ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { useConfig } from '../../lib/config'
import { CodeBlock } from './code-block'
import styles from './markdown.module.css'

/** No other elements are rendered; images and HTML markup leave nothing, others their text. */
const ALLOWED = [
  ...['p', 'br', 'em', 'strong', 'del', 'blockquote', 'hr', 'ul', 'ol', 'li', 'a', 'code', 'pre'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
]

/** An absolute address of a page of this installation; anything else is not a link, whoever wrote it. */
function ownAddress(address: string | undefined, appUrl: string): string | null {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : null
  return url && [window.location.origin, new URL(appUrl).origin].includes(url.origin) ? url.href : null
}

function OwnLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const address = ownAddress(href, useConfig().appUrl)
  if (address === null) return children
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

const components: Components = {
  a: ({ href, children }) => <OwnLink href={href}>{children}</OwnLink>,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  // Headings of an answer are not headings of the page.
  h1: ({ children }) => <p className={styles.heading}>{children}</p>,
  h2: ({ children }) => <p className={styles.heading}>{children}</p>,
  h3: ({ children }) => <p className={styles.heading}>{children}</p>,
  h4: ({ children }) => <p className={styles.heading}>{children}</p>,
  h5: ({ children }) => <p className={styles.heading}>{children}</p>,
  h6: ({ children }) => <p className={styles.heading}>{children}</p>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the arrow keys
    <div className={styles.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
}

/** The address is judged where the link is drawn. */
const asItIs = (address: string): string => address

/** Markdown of the assistant, which anybody's text may have got into: no HTML, no images, links that betray nothing. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={styles.text} dir="auto">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        allowedElements={ALLOWED}
        unwrapDisallowed
        skipHtml
        urlTransform={asItIs}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}
