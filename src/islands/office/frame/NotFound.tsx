import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { OVERVIEW_HREF } from '#stores/office/view.ts';
import { OfficePage } from './OfficePage.tsx';

export const NotFound = () => (
  <OfficePage title={text.noPage}>
    <p>{text.noPageNote}</p>
    <a className="action-link" href={OVERVIEW_HREF}>
      {text.toOverview}
    </a>
  </OfficePage>
);
