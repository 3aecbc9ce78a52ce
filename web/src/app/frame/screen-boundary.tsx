import { Component, type ReactNode } from 'react'
import { FailedScreen } from './failed-screen'

/** Shows the failed screen in place of one that throws. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <FailedScreen /> : this.props.children
  }
}
