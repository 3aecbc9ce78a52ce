/** Resolves once contents are on the screen, not the mere background (Paint Timing, W3C); never in a tab not looked at. */
export const firstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      resolve()
    })
    observer.observe({ type: 'paint', buffered: true })
  })
