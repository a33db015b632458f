/** The error boundary of the error page: one sentence and a link home (8.12). React supports this only as a class. */
import { Component, type ReactNode } from 'react';
import { report } from '#web/lib/report.ts';
import { SpeakerContext } from '#web/lib/translation.ts';

export class LastResort extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    report(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <SpeakerContext.Consumer>
        {(speaker) => (
          <>
            <p>{speaker?.t('error.last_resort')}</p>
            <p>
              <a href="/">{speaker?.t('error.home')}</a>
            </p>
          </>
        )}
      </SpeakerContext.Consumer>
    );
  }
}
