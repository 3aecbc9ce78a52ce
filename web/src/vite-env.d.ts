/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Address of all texts, in a build; they lie there as `{namespace}/{language}.json`. */
  readonly TEXTS_FOLDER: string
}

/** The type declarations of the icons are on the package's entry only, which holds six thousand of them. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const icon: import('@tabler/icons-react').Icon
  export default icon
}
