import './mantine.css'
import {
  convertCssVariables,
  DEFAULT_THEME,
  DirectionProvider,
  defaultCssVariablesResolver,
  MantineProvider,
  mergeMantineTheme,
  useDirection,
} from '@mantine/core'
import { languageOf } from '@scanleaf/shared'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { pageNonce } from '../../lib/boot/nonce'
import { useLanguage } from '../../lib/i18n/i18n'
import { schemeVariables, theme } from './theme'

addVariables()

/**
 * Where Mantine's components work. Each part that uses them (a dialog, a menu, an editor) is loaded lazily and
 * brings its island, so that the first screens load without the library.
 */
export function MantineIsland({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        withCssVariables={false}
        withGlobalClasses={false}
        defaultColorScheme="auto"
        getStyleNonce={pageNonce}
      >
        <DirectionOfLanguage />
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}

/** Mantine's variables once for all islands, in a style element that the content security policy knows. */
function addVariables() {
  const { variables, light, dark } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
  const style = document.createElement('style')
  style.nonce = pageNonce()
  style.textContent = convertCssVariables({
    variables: { ...variables, '--mantine-line-height': '1.43' },
    light: { ...light, ...schemeVariables },
    dark: { ...dark, ...schemeVariables },
  })
  document.head.append(style)
}

/** Mantine reads the direction once; this keeps it in step with the language. */
function DirectionOfLanguage() {
  const { dir } = languageOf(useLanguage())
  const { setDirection } = useDirection()
  const direct = useEffectEvent(setDirection)
  useEffect(() => direct(dir), [dir])
  return null
}
