import { useStore } from '@nanostores/react';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { $operations, loadOperations, type OfficeMember } from '#stores/office/office.ts';
import { $view, type OfficeView } from '#stores/office/view.ts';
import { ReauthenticationDialog } from '../sign-in/ReauthenticationDialog.tsx';
import { JobPage } from '../jobs/JobPage.tsx';
import { JobsPage } from '../jobs/JobsPage.tsx';
import { ErrorBox, Loading } from './LoadStates.tsx';
import { NotFound } from './NotFound.tsx';
import { NounPage } from '../table/NounPage.tsx';
import { OperationPage } from '../operation/OperationPage.tsx';
import { Overview } from '../overview/Overview.tsx';
import { SideNav } from './SideNav.tsx';

const focusHeading = () => document.querySelector<HTMLElement>('.office-content h1')?.focus();

export function Shell({ member }: { member: OfficeMember }) {
  const { operations } = useStore($operations);
  const view = useStore($view);
  return (
    <div className="office">
      {/* A link to an id would change the hash, which names the view. */}
      <button type="button" className="skip-link" onClick={focusHeading}>
        {text.skip}
      </button>
      <SideNav member={member} view={view} operations={operations} />
      <div className="office-content">
        <CurrentView view={view} />
      </div>
      <ReauthenticationDialog name={member.name} />
    </div>
  );
}

function CurrentView({ view }: { view: OfficeView }) {
  const { status, operations, error } = useStore($operations);
  if (status === 'process') return <Loading />;
  if (status === 'error') return <ErrorBox error={error} onRetry={() => void loadOperations()} />;
  switch (view.page) {
    case 'jobs':
      return <JobsPage />;
    case 'job':
      return <JobPage key={view.jobId} jobId={view.jobId} />;
    case 'noun': {
      const ofNoun = operations.filter(({ noun }) => noun === view.noun);
      return ofNoun.length > 0 ? (
        <NounPage key={view.noun} {...view} operations={ofNoun} />
      ) : (
        <NotFound />
      );
    }
    case 'operation': {
      const { noun, verb, query } = view;
      const ofNoun = operations.filter((each) => each.noun === noun);
      const operation = ofNoun.find((each) => each.verb === verb);
      if (!operation) return <NotFound />;
      return (
        <OperationPage
          key={`${noun} ${verb} ${query}`}
          operation={operation}
          query={query}
          operations={ofNoun}
        />
      );
    }
    default:
      return <Overview operations={operations} />;
  }
}
