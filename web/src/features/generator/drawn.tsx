/** Markup of the QR engine as a picture with a name. */
export function Drawn({ svg, label }: { svg: string; label: string }) {
  return (
    <span
      role="img"
      aria-label={label}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own renderer's markup, which holds no text of users
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}
